import { loadOnce } from '../../base/load-once.js';
import { codeOf } from '../../storage/system-errors.js';
import { StorageError } from '../../storage/storage-error.js';

/** The client of object stores, an optional peer. */
export type S3Package = typeof import('@aws-sdk/client-s3');
/** The package that signs URLs, an optional peer. */
export type PresignerPackage = typeof import('@aws-sdk/s3-request-presigner');

/** Loads the client. @throws StorageError if it is not installed */
export const loadS3 = loadOnce((): Promise<S3Package> =>
  orExplain('STORAGE_URL', '@aws-sdk/client-s3', import('@aws-sdk/client-s3')),
);

/** Loads the signer of URLs. @throws StorageError if it is not installed */
export const loadPresigner = loadOnce((): Promise<PresignerPackage> =>
  orExplain(
    'STORAGE_DELIVERY=signed',
    '@aws-sdk/s3-request-presigner',
    import('@aws-sdk/s3-request-presigner'),
  ),
);

async function orExplain<Package>(
  setting: string,
  name: string,
  loading: Promise<Package>,
): Promise<Package> {
  try {
    return await loading;
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StorageError(`${setting} needs the package ${name}: npm install ${name}.`, error);
  }
}
