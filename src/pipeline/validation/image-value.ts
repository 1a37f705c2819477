import type { CompiledField } from '../../registry/resources/compiled-resource.js';
import { ReceivedFile } from '../../rules/values/received-file.js';
import type { UploadedFile } from '../../rules/values/uploaded-file.js';

/** The limits of an uploaded image. @contract C12 */
export interface UploadLimits {
  /** Bytes of one file. */
  readonly uploadBytes: number;
  /** Pixels per side. */
  readonly uploadPixels: number;
}

/**
 * The value of an image in a body: a new file, the removal of the file, the existing file, or a
 * fault.
 */
export type ImageValue =
  | { readonly kind: 'file'; readonly file: UploadedFile }
  | { readonly kind: 'removed' }
  | { readonly kind: 'unchanged' }
  | { readonly fault: string };

const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
]);

/** @contract C10.1 */
export function readImage(
  value: unknown,
  { column }: CompiledField,
  record: Readonly<Record<string, unknown>> | null,
  limits: UploadLimits,
): ImageValue {
  if (value instanceof ReceivedFile) return readFile(value, limits);
  if (value === null) return column.nullable ? { kind: 'removed' } : { fault: 'is required.' };
  if (typeof value === 'string' && value !== '' && value === record?.[column.property])
    return { kind: 'unchanged' };
  return { fault: 'must be an uploaded image.' };
}

function readFile(file: UploadedFile, { uploadBytes, uploadPixels }: UploadLimits): ImageValue {
  if (file.size > uploadBytes)
    return { fault: `must not be larger than ${uploadBytes / 1024} kilobytes.` };
  if (!imageTypes.has(file.type?.mime ?? ''))
    return { fault: 'must be an image: JPEG, PNG, WebP or GIF.' };
  if (!file.dimensions) return { fault: 'must be an image whose dimensions can be read.' };
  const { width, height } = file.dimensions;
  if (width > uploadPixels || height > uploadPixels)
    return { fault: `must not have more than ${uploadPixels} pixels per side.` };
  return { kind: 'file', file };
}
