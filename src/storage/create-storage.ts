import type { ResolvedOptions } from '../options/resource-api-options.js';
import { DiskStorage } from './disk-storage.js';
import { StorageError } from './storage-error.js';
import type { Storage } from './storage.js';

/**
 * A hook for the feature that keeps files at the URL of the option `storage.url`. Without it, files
 * can only be kept in a folder.
 */
export abstract class RemoteStorage {
  /** @throws StorageError if something that it needs is not installed */
  abstract open(url: string, options: ResolvedOptions['storage']): Promise<Storage>;
}

/** Returns the storage of the options. @throws StorageError if it is not available */
export async function createStorage(
  { storage }: Pick<ResolvedOptions, 'storage'>,
  remote: RemoteStorage | undefined,
): Promise<Storage> {
  if (storage.url === undefined) return new DiskStorage(storage.path);
  if (remote) return remote.open(storage.url, storage);
  throw new StorageError(
    `Files cannot be stored in ${storage.url}: this application has no storage for such URLs. Remove STORAGE_URL, or the option storage.url.`,
  );
}
