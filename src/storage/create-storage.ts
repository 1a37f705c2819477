import type { ResolvedOptions } from '../options/resource-api-options.js';
import { DiskStorage } from './disk-storage.js';
import type { Storage } from './storage.js';

/**
 * Returns the storage of the options: an object store, or a folder of the local disk.
 *
 * @throws StorageError if the client of object stores is not installed
 */
export async function createStorage({
  storage,
}: Pick<ResolvedOptions, 'storage'>): Promise<Storage> {
  if (storage.url === undefined) return new DiskStorage(storage.path);
  const { S3Storage } = await import('./s3/s3-storage.js');
  return S3Storage.open(storage.url, storage);
}
