const AREA = '/storage/';

/** `<resource>/<record key>/<22 random characters>`, and then an extension or a name. */
const STORED = /^[\w~-]+\/[\w~-]+\/[\w-]{22}(?:\.[a-z0-9]+|\/([^/]+))$/;

/** File names that definitions may set: without a folder, and not hidden by a dot. */
const FILE_NAME = /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}$/u;
const MAX_SEGMENT_LENGTH = 255;

/** Returns the path under which a stored file is served, and which the record's column contains. */
export const urlPathOf = (path: string): string =>
  AREA + path.split('/').map(encodeURIComponent).join('/');

/**
 * Returns the storage path of a column's value; `null` if this service did not create the path.
 * @contract C10.3
 */
export function storagePathOf(urlPath: string): string | null {
  if (!urlPath.startsWith(AREA)) return null;
  const path = decode(urlPath.slice(AREA.length));
  return path !== null && isStoredPath(path) && urlPathOf(path) === urlPath ? path : null;
}

/** Whether the path has the form that this service creates. */
export function isStoredPath(path: string): boolean {
  const match = STORED.exec(path);
  return match !== null && (match[1] === undefined || isFileName(match[1]));
}

/** Returns the file name unchanged. @throws TypeError when it is not a plain file name */
export function verifyFileName(name: string): string {
  if (!isFileName(name))
    throw new TypeError(
      `storeAs returned ${JSON.stringify(name)}, which is not a plain file name.`,
    );
  return name;
}

/** Whether the path consists of plain names that lead downwards, none of them hidden. */
export function isPlainPath(path: string): boolean {
  return path
    .split('/')
    .every(
      (segment) => /^[^.\\/\x00-\x1f\x7f][^\\/\x00-\x1f\x7f]*$/.test(segment) && fits(segment),
    );
}

const isFileName = (name: string): boolean => FILE_NAME.test(name) && fits(name);
const fits = (segment: string): boolean => Buffer.byteLength(segment) <= MAX_SEGMENT_LENGTH;

function decode(path: string): string | null {
  try {
    return path.split('/').map(decodeURIComponent).join('/');
  } catch {
    return null;
  }
}
