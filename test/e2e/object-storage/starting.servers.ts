import { createApplication, type Deployment } from '../../../src/app/create-application.js';
import { describeStartFailure } from '../../../src/app/describe-start-failure.js';
import type { StorageOptions } from '../../../src/options/resource-api-options.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import { FaultyNetwork } from '../../support/faulty-network.js';
import { credentials, PrivateObjectStore } from '../../support/private-object-store.js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../../src/base/logging/index.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesDeployment } from '../storage/files-app.js';
import { setCredentials, startBucketApp } from './bucket-app.js';
import { restoreEnv, stubEnv } from '../../support/stub-env.js';

describe('the start with a bucket', () => {
  let store: PrivateObjectStore;
  let place: DatabaseUnderTest;
  let bucket: string;
  let folder: string;
  beforeAll(async () => {
    place = await seededDatabase();
    store = await PrivateObjectStore.start();
    bucket = await store.createBucket();
    folder = mkdtempSync(join(tmpdir(), 'resource-api-files-'));
  });
  beforeEach(() => void setCredentials());
  afterEach(() => restoreEnv());
  afterAll(async () => {
    await store?.remove();
    await place?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  async function make(files: StorageOptions, logger?: Deployment['logger']) {
    const options = { files, ...(logger && { logger }) };
    const app = await createApplication(filesDeployment(place.url, folder, options));
    validateAgainstDocument(app);
    return app;
  }

  /** Starts, and returns the report of the failure. */
  async function failureOf(storage: StorageOptions): Promise<string> {
    const files = { url: `s3://${bucket}/a`, endpoint: store.endpoint, ...storage };
    const app = await make(files);
    const failure: unknown = await app.init().catch((error: unknown) => error);
    await app.close();
    const report = describeStartFailure(failure);
    expect(report).not.toContain(credentials.secretAccessKey);
    return report;
  }

  const failed = (reason: string, url = `s3://${bucket}/a`) =>
    `Files cannot be stored in ${url}: ${reason}. Check STORAGE_URL, STORAGE_ENDPOINT (or AWS_ENDPOINT_URL), AWS_REGION, and the credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; they must allow to list the bucket, and to get, put and delete objects.`;

  it('leaves nothing in the bucket (C10)', async () => {
    const app = await startBucketApp(store);
    expect(await store.keysIn(app.bucket)).toEqual([]);
    await app.files.close();
  });

  it('reports a bucket that does not exist (C9)', async () => {
    expect(await failureOf({ url: 's3://no-such-bucket/a' })).toBe(
      failed('PutObject: NoSuchBucket (status 404)', 's3://no-such-bucket/a'),
    );
  });

  it('reports a wrong secret, and does not show it (C9)', async () => {
    setCredentials({ ...credentials, secretAccessKey: 'another-secret' as never });
    const report = await failureOf({});
    expect(report).toBe(failed('PutObject: SignatureDoesNotMatch (status 403)'));
    expect(report).not.toContain('another-secret');
  });

  it('reports an unknown access key, and does not show it (C9)', async () => {
    setCredentials({ ...credentials, accessKeyId: 'another-key' as never });
    const report = await failureOf({});
    expect(report).toContain('(status 403)');
    expect(report).not.toContain('another-key');
  });

  it('reports missing credentials (C9)', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) stubEnv(name, '');
    stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'missing'));
    expect(await failureOf({})).toBe(
      failed('PutObject: CredentialsProviderError: Could not load credentials from any providers'),
    );
  });

  it('reports a store that refuses connections (C9)', async () => {
    const network = await FaultyNetwork.to(store.endpoint);
    const { endpoint } = network;
    await network.close();
    expect(await failureOf({ endpoint })).toContain('PutObject: connect ECONNREFUSED 127.0.0.1:');
  });

  it('reports a store that does not respond, within its time (C9)', async () => {
    const network = await FaultyNetwork.to(store.endpoint);
    network.requests = () => 'hold';
    expect(await failureOf({ endpoint: network.endpoint, timeout: 300 })).toBe(
      failed('PutObject: no progress within 300 ms'),
    );
    await network.close();
  });

  it('reports a local folder that does not accept uploads (C9)', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, 'in the way');
    expect(await failureOf({ path })).toContain('Set STORAGE_PATH');
  });

  it('uses the endpoint and the region of AWS_ENDPOINT_URL and AWS_REGION', async () => {
    stubEnv('AWS_ENDPOINT_URL', store.endpoint);
    stubEnv('AWS_REGION', 'eu-central-1');
    const files = { url: `s3://${bucket}`, pathStyle: true };
    const app = await make(files);
    await app.init();
    await app.close();
    expect(await store.keysIn(bucket)).toEqual([]);
  });

  describe.each([
    ['rejects', 501],
    ['ignores', 200],
  ])('on a store that %s conditions', (_what, status) => {
    it('warns, and starts (C10.2)', async () => {
      const conditions: unknown[] = [];
      const server = createServer((request, response) => {
        const condition = request.headers['if-none-match'];
        if (request.method === 'PUT') conditions.push(condition);
        request.resume();
        response.writeHead(condition === undefined ? 200 : status).end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const lines: string[] = [];
      const logger = createLogger('info', { write: (line) => void lines.push(line) });
      const files = { url: 's3://files', endpoint };
      const app = await make(files, logger);
      await app.init();
      expect(lines.join()).toContain('The object store ignores \\"If-None-Match: *\\"');
      expect(conditions).toEqual(status === 501 ? ['*', undefined] : ['*', '*']);
      await app.close();
      server.close();
    });
  });
});
