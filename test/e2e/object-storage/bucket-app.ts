import type { StorageOptions } from '../../../src/options/resource-api-options.js';
import { credentials, type PrivateObjectStore } from '../../support/private-object-store.js';
import { FilesApp, type FilesAppOptions } from '../storage/files-app.js';
import type { StorageUnderTest } from './stored-files.js';
import { restoreEnv, stubEnv } from '../../support/stub-env.js';

/** The prefix of the files in their bucket. */
export const PREFIX = 'production/files/';

/** Sets the environment of the client; returns what restores it. */
export function setCredentials({ accessKeyId, secretAccessKey } = credentials): () => void {
  stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
  stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
  return () => void restoreEnv();
}

/** The demo with its files in a bucket of its own. */
export interface BucketApp extends StorageUnderTest {
  readonly bucket: string;
}

export async function startBucketApp(
  store: PrivateObjectStore,
  storage: StorageOptions = {},
  options: FilesAppOptions = {},
): Promise<BucketApp> {
  const bucket = await store.createBucket();
  const files = await FilesApp.start({
    ...options,
    files: { url: `s3://${bucket}/${PREFIX}`, endpoint: store.endpoint, ...storage },
  });
  return {
    files,
    bucket,
    stored: async () => (await store.keysIn(bucket)).map((key) => key.slice(PREFIX.length)),
    place: (path, Body) => store.put({ Bucket: bucket, Key: `${PREFIX}${path}`, Body }),
  };
}
