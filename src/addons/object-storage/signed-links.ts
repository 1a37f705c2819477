import type { FileLink, LinkHeaders } from '../../storage/storage.js';
import type { ObjectStore } from './object-store.js';
import { withoutSecrets } from './object-store-error.js';
import { loadPresigner, loadS3, type PresignerPackage, type S3Package } from './s3-packages.js';

/** Signs URLs with which clients fetch objects from the store themselves. */
export class SignedLinks {
  private constructor(
    private readonly s3: S3Package,
    private readonly presigner: PresignerPackage,
    private readonly store: ObjectStore,
    private readonly lifetime: number,
  ) {}

  /**
   * @param lifetime seconds
   * @throws StorageError if a package is not installed
   */
  static async for(store: ObjectStore, lifetime: number): Promise<SignedLinks> {
    return new SignedLinks(await loadS3(), await loadPresigner(), store, lifetime);
  }

  /**
   * Signs without a request to the store. Within half a lifetime the URL remains the same, so that
   * caches of clients keep what they have fetched, and it is valid for at least the other half.
   */
  async link(key: string, wanted: LinkHeaders): Promise<FileLink> {
    const half = Math.max(1, Math.floor(this.lifetime / 2));
    const now = Date.now() / 1000;
    const start = Math.floor(now / half) * half;
    const { GetObjectCommand, HeadObjectCommand } = this.s3;
    const input = {
      Bucket: this.store.bucket,
      Key: key,
      ResponseContentType: wanted.type,
      ResponseContentDisposition: wanted.disposition,
      ResponseCacheControl: wanted.cacheControl,
    };
    // The method is signed, too.
    const command =
      wanted.method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
    const options = { signingDate: new Date(start * 1000), expiresIn: 2 * half };
    const url = await this.presigner
      .getSignedUrl(this.store.client, command, options)
      .catch((error: unknown) => {
        throw withoutSecrets('GetObject', error);
      });
    return { url, maxAge: Math.floor(start + half - now) };
  }
}
