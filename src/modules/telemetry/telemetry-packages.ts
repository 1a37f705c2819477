import { TelemetryError } from './telemetry-error.js';

/** The API of OpenTelemetry, an optional peer. */
export type Api = typeof import('@opentelemetry/api');
/** The SDK with its exporters, an optional peer. */
export type Sdk = typeof import('@opentelemetry/sdk-node');

/** Loads the API; `undefined` if it is not installed. */
export const findApi = (): Promise<Api | undefined> =>
  import('@opentelemetry/api').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

/** Loads the SDK. @throws TelemetryError if it is not installed */
export const loadSdk = (): Promise<Sdk> =>
  import('@opentelemetry/sdk-node').catch((error: unknown) => {
    throw isMissing(error) ? missing('@opentelemetry/sdk-node', error) : error;
  });

/** Returns the error for a package that the variables `OTEL_*` need. */
export const missing = (name: string, cause?: unknown): TelemetryError =>
  new TelemetryError(
    `The variables OTEL_* ask for OpenTelemetry, which needs the package ${name}: npm install ${name}. OTEL_SDK_DISABLED=true switches it off.`,
    cause,
  );

const isMissing = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND';
