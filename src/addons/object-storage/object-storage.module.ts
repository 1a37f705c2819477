import { Global, Module } from '@nestjs/common';
import { loadOnce } from '../../base/load-once.js';
import { RemoteStorage } from '../../storage/create-storage.js';

const s3Storage = loadOnce(() => import('./s3-storage.js'));

/** Opens the storage, whose code is loaded only if it is used. */
const remote: RemoteStorage = {
  open: async (url, options) => (await s3Storage()).S3Storage.open(url, options),
};

/** Keeps files in an object store. Global, so that the core's storage finds it. */
@Global()
@Module({
  providers: [{ provide: RemoteStorage, useValue: remote }],
  exports: [RemoteStorage],
})
export class ObjectStorageModule {}
