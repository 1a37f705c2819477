import { PrivateObjectStore } from '../../support/private-object-store.js';
import { setCredentials, startBucketApp } from './bucket-app.js';
import { describeStoredFiles } from './stored-files.js';
import { restoreEnv } from '../../support/stub-env.js';

describe('files in a bucket', () => {
  let store: PrivateObjectStore;
  beforeAll(async () => {
    setCredentials();
    store = await PrivateObjectStore.start();
  });
  afterAll(async () => {
    await store?.remove();
    restoreEnv();
  });

  describeStoredFiles(() => startBucketApp(store));
});
