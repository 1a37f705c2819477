import { loadOnce } from '../base/load-once.js';
import { GIF } from 'image-size/types/gif';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { FileType, UploadedFile } from '../rules/values/uploaded-file.js';

/** The type and dimensions of a file, by its first bytes. */
export type Inspection = Pick<UploadedFile, 'type' | 'dimensions'>;

/** Bytes that are enough to find the type. */
export const TYPE_BYTES = 4100;

/**
 * Bytes that must contain the dimensions of an image: a JPEG may have profiles and previews before
 * them.
 */
export const HEAD_BYTES = 1024 * 1024;

/** Two dozen modules, which only uploads need. */
const fileTypes = loadOnce(() => import('file-type/core'));

type DimensionReader = (head: Uint8Array) => UploadedFile['dimensions'];

const readBy =
  ({ validate, calculate }: typeof PNG): DimensionReader =>
  (head) =>
    validate(head) ? calculate(head) : null;

/**
 * The reader of each image type's header. No other library reads uploads, and none decodes pixels.
 */
const readers = new Map<string, DimensionReader>([
  ['image/gif', readBy(GIF)],
  ['image/jpeg', findJpegDimensions],
  ['image/png', readBy(PNG)],
  ['image/webp', readBy(WEBP)],
]);

/** An animated PNG is a PNG. */
const aliases = new Map<string, FileType>([
  ['image/apng', { extension: 'png', mime: 'image/png' }],
]);

/**
 * Identifies a file by its content, never by its name or declared type. Only the start is
 * inspected, so an image may be followed by anything; it is served with the type of its start.
 *
 * @param head the first bytes, {@link HEAD_BYTES} of them if there are as many
 * @contract C10.1, C12
 */
export async function inspectContent(head: Uint8Array): Promise<Inspection> {
  const type = await findType(head);
  return { type, dimensions: type && findDimensions(head, type.mime) };
}

/** @param head the first bytes, {@link TYPE_BYTES} of them if there are as many */
export async function findType(head: Uint8Array): Promise<FileType | null> {
  const { fileTypeFromBuffer } = await fileTypes();
  const found = await fileTypeFromBuffer(head.subarray(0, TYPE_BYTES)).catch(() => undefined);
  if (!found) return null;
  return aliases.get(found.mime) ?? { extension: found.ext, mime: found.mime };
}

function findDimensions(head: Uint8Array, mime: string): UploadedFile['dimensions'] {
  try {
    const { width, height } = readers.get(mime)?.(head) ?? { width: 0, height: 0 };
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    // The header ends early, or states a wrong length.
    return null;
  }
}

/** Markers of frames, except those of tables in the same range: DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const END_OF_HEADERS = new Set([0xd9, 0xda]);

/**
 * Returns the dimensions in a JPEG's frame, segment by segment. A library would search other data
 * byte by byte, which takes 80 milliseconds for half a megabyte.
 *
 * @returns `null` when the segments end, or are invalid, before a frame
 */
function findJpegDimensions(bytes: Uint8Array): UploadedFile['dimensions'] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 2;
  while (position + 9 <= bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1]!;
    if (isFrame(marker))
      return { height: view.getUint16(position + 5), width: view.getUint16(position + 7) };
    if (END_OF_HEADERS.has(marker)) return null;
    // A marker may be preceded by any number of fill bytes.
    position += marker === 0xff ? 1 : 2 + view.getUint16(position + 2);
  }
  return null;
}
