import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Package } from './s3-packages.js';

/** How to reach a store. */
export interface StoreConnection {
  /** The URL of the store; `undefined` for AWS, or for the variable AWS_ENDPOINT_URL. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is in the path of URLs, and not in their host name. */
  readonly pathStyle: boolean;
}

/** Milliseconds until a connection must be open. */
const CONNECTION_TIMEOUT = 2_000;
/** Connections for uploads, downloads and sweeps. */
const SOCKETS = 50;
/** Connections that ask whether files exist; further requests wait. */
const CHECK_SOCKETS = 16;
/** Stores that do not check names of regions accept every name. */
const ANY_REGION = 'us-east-1';
const ATTEMPTS = 3;

const ignore = (): void => {};
/** The client would print requests, or advice to developers. */
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The clients of one store. */
export interface StoreClients {
  readonly main: S3Client;
  /** Asks whether files exist, in one attempt: without it, responses would wait for uploads. */
  readonly checks: S3Client;
}

/**
 * Returns clients with the credentials and the region of the environment, as every tool of AWS
 * reads them. Checksums that only AWS implements are not sent; uploads have Content-MD5.
 */
export async function createClients(
  { S3Client }: S3Package,
  { endpoint, pathStyle }: StoreConnection,
): Promise<StoreClients> {
  const config = {
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // A store behind a proxy may never confirm, and the client then waits six seconds.
    expectContinueHeader: false,
    followRegionRedirects: true,
    logger: silent,
  } satisfies S3ClientConfig;
  const region = await configuredRegion(new S3Client(config));
  const clientWith = (sockets: number, maxAttempts: number) =>
    new S3Client({
      ...config,
      region,
      maxAttempts,
      requestHandler: {
        connectionTimeout: CONNECTION_TIMEOUT,
        httpAgent: { maxSockets: sockets },
        httpsAgent: { maxSockets: sockets },
        socketAcquisitionWarningTimeout: 2 ** 31 - 1,
      },
    });
  return { main: clientWith(SOCKETS, ATTEMPTS), checks: clientWith(CHECK_SOCKETS, 1) };
}

async function configuredRegion(client: S3Client): Promise<string> {
  try {
    return await client.config.region();
  } catch {
    // Neither AWS_REGION nor a profile sets one.
    return ANY_REGION;
  } finally {
    client.destroy();
  }
}
