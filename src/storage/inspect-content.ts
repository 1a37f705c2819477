import { GIF } from 'image-size/types/gif';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { FileType, UploadedFile } from '../rules/uploaded-file.js';
import { findJpegDimensions } from './jpeg-dimensions.js';

/** What a file's first bytes tell of it. */
export type Inspection = Pick<UploadedFile, 'type' | 'dimensions'>;

/** Bytes that tell a type. */
export const TYPE_BYTES = 4100;

/**
 * Bytes within which an image has to tell its size: a JPEG may have profiles and previews before
 * it.
 */
export const HEAD_BYTES = 1024 * 1024;

type DimensionReader = (head: Uint8Array) => UploadedFile['dimensions'];

const readBy =
  ({ validate, calculate }: typeof PNG): DimensionReader =>
  (head) =>
    validate(head) ? calculate(head) : null;

/** The reader of each image's header: no other ever sees an upload, and none decodes pixels. */
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
 * Tells a file by its content, never by a name or a declared type. Only the start is looked at, so
 * that an image may be followed by anything: it is served as what it starts as, and as nothing
 * else.
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
  // Two dozen modules, which a start need not wait for.
  const { fileTypeFromBuffer } = await import('file-type/core');
  const found = await fileTypeFromBuffer(head.subarray(0, TYPE_BYTES)).catch(() => undefined);
  if (!found) return null;
  return aliases.get(found.mime) ?? { extension: found.ext, mime: found.mime };
}

function findDimensions(head: Uint8Array, mime: string): UploadedFile['dimensions'] {
  try {
    const { width, height } = readers.get(mime)?.(head) ?? { width: 0, height: 0 };
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    // A header that ends early, or that lies about its own length.
    return null;
  }
}
