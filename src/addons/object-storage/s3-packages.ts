import { codeOf } from '../../storage/system-errors.js';
import { StorageError } from '../../storage/storage-error.js';

/** The client of object stores, an optional peer. */
export type S3Package = typeof import('@aws-sdk/client-s3');
/** The package that signs URLs, an optional peer. */
export type PresignerPackage = typeof import('@aws-sdk/s3-request-presigner');

/** Loads the client. @throws StorageError if it is not installed */
export const loadS3 = (): Promise<S3Package> =>
  load('STORAGE_URL', '@aws-sdk/client-s3', () => import('@aws-sdk/client-s3'));

/** Loads the signer of URLs. @throws StorageError if it is not installed */
export const loadPresigner = (): Promise<PresignerPackage> =>
  load(
    'STORAGE_DELIVERY=signed',
    '@aws-sdk/s3-request-presigner',
    () => import('@aws-sdk/s3-request-presigner'),
  );

async function load<Package>(
  setting: string,
  name: string,
  load: () => Promise<Package>,
): Promise<Package> {
  try {
    return await load();
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StorageError(`${setting} needs the package ${name}: npm install ${name}.`, error);
  }
}
