import type { Addon } from '../../options/addon.js';
import { ObjectStorageModule } from './object-storage.module.js';

/** Files in a bucket of an S3-compatible object store. @contract C10 */
export const objectStorage: Addon = {
  modules: ({ storage }) => (storage.url === undefined ? [] : [ObjectStorageModule]),
};
