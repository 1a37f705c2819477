/** A place in an object store. */
export interface S3Address {
  readonly bucket: string;
  /** Ends with a slash, unless it is empty. */
  readonly prefix: string;
}

/** Parses the option `storage.url`, which has been checked: `s3://bucket/prefix`. */
export function parseS3Address(url: string): S3Address {
  const [bucket = '', ...segments] = url.slice('s3://'.length).split('/');
  const prefix = segments.filter((segment) => segment !== '').map((segment) => `${segment}/`);
  return { bucket, prefix: prefix.join('') };
}
