const AREA = '/storage/';

/** `<resource>/<record key>/<22 random characters>`, and then an extension or a name. */
const STORED = /^[\w~-]+\/[\w~-]+\/[\w-]{22}(?:\.[a-z0-9]+|\/([^/]+))$/;

/** As definitions may fix it: no folder, and none that a dot hides. */
const FILE_NAME = /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}$/u;
const MAX_SEGMENT_LENGTH = 255;

/** The path under which a stored file is served, and which the record's column keeps. */
export const urlPathOf = (path: string): string =>
  AREA + path.split('/').map(encodeURIComponent).join('/');

/**
 * The stored file that a column's value means; `null` when this service has made no such path.
 * @contract C10.3
 */
export function storagePathOf(urlPath: string): string | null {
  if (!urlPath.startsWith(AREA)) return null;
  const path = decode(urlPath.slice(AREA.length));
  return path !== null && isStoredPath(path) && urlPathOf(path) === urlPath ? path : null;
}

/** Is it a path as this service makes them? */
export function isStoredPath(path: string): boolean {
  const match = STORED.exec(path);
  return match !== null && (match[1] === undefined || isFileName(match[1]));
}

/** The name of a file in its folder, as it is. @throws TypeError when it is no plain file name */
export function verifyFileName(name: string): string {
  if (!isFileName(name))
    throw new TypeError(`storeAs gave ${JSON.stringify(name)}, which is no plain file name.`);
  return name;
}

/** Is it made of names that lead nowhere but down, none of them hidden? */
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
