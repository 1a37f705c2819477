import { RequestError } from '../base/errors/index.js';

/**
 * The system's error codes that mean 503 when a file is stored or opened: after somebody frees
 * space, mounts the folder again or changes its permissions, the same request succeeds. Any other
 * code (EINVAL, EBADF, ENAMETOOLONG, ...) is a fault of the service, and means 500.
 */
export const UNAVAILABLE: readonly string[] = [
  // No space, no quota, or a file larger than the process or the filesystem allows
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EOVERFLOW', 'EMLINK'],
  // No descriptor and no memory
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS'],
  // The folder is read-only, or belongs to another user
  ...['EROFS', 'EACCES', 'EPERM'],
  // The folder is gone, or something else is in its place
  ...['ENOENT', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP'],
  // The disk fails or is missing: unplugged, or an unavailable network filesystem
  ...[
    'EIO',
    'ENXIO',
    'ENODEV',
    'ENOMEDIUM',
    'ESTALE',
    'EREMOTEIO',
    'ENOTCONN',
    'ECONNREFUSED',
    'ECONNRESET',
  ],
  ...[
    'ECONNABORTED',
    'ETIMEDOUT',
    'EHOSTDOWN',
    'EHOSTUNREACH',
    'ENETDOWN',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ],
  // Another process uses it at the moment
  ...['EBUSY', 'EAGAIN', 'EINTR', 'ENOLCK', 'EDEADLK', 'ETXTBSY'],
];

/** Returns the code of a system error; `undefined` for every other error. */
export const codeOf = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | null)?.code;

/**
 * Runs work on stored files.
 *
 * @throws RequestError `unavailable` with `Retry-After` while the disk, or another storage, is not
 * available
 * @contract C9
 */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestError || !UNAVAILABLE.includes(codeOf(error) ?? '')) throw error;
    throw new RequestError('unavailable', { headers: { 'Retry-After': '10' }, cause: error });
  }
}

/** Returns the result of the work, or `undefined` if it failed with one of these codes. */
export async function unless<Result>(
  codes: readonly string[],
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
