import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { Schema } from '../open-api.js';

/** Files are known by their content, whatever they are called. @contract C10.1 */
export const imageTypes = 'image/jpeg, image/png, image/webp, image/gif';

/** An image as a part of a form. */
export const imagePart: Schema = {
  type: 'string',
  format: 'binary',
  description: 'JPEG, PNG, WebP or GIF.',
};

/** What JSON says of an image: null removes it, its own path changes nothing. @contract C10.1 */
export const inJson = ({ nullable }: CompiledColumn): Schema => ({
  type: nullable ? ['string', 'null'] : 'string',
  description: `The path that is there, which changes nothing${nullable ? ', or null, which removes the image' : ''}.`,
});
