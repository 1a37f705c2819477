import type { CompiledColumn } from '../../../../registry/resources/compiled-resource.js';
import { describeRule } from '../../../../rules/entries/describe-rule.js';
import type { RuleSpec } from '../../../../rules/entries/rule-types.js';
import type { Schema } from '../document/open-api.js';

/** The type of a file is that of its content, regardless of its name. @contract C10.1 */
export const imageTypes = 'image/jpeg, image/png, image/webp, image/gif';

/** An image as a part of a form. */
export const imagePart: Schema = {
  type: 'string',
  format: 'binary',
  description: 'JPEG, PNG, WebP or GIF.',
};

/** Returns an image in JSON: null removes it, its current path changes nothing. @contract C10.1 */
export const inJson = ({ nullable }: CompiledColumn): Schema => ({
  type: nullable ? ['string', 'null'] : 'string',
  description: `The current path, which changes nothing${nullable ? ', or null, which removes the image' : ''}.`,
});

/**
 * Lists the rules that the column implies in `x-derived-rules`, as `npm run resources:check` prints
 * them. The keywords of the schema contain them, too, together with the declared ones.
 */
export const withDerivedRules = (schema: Schema, derived: readonly RuleSpec[]): Schema =>
  derived.length === 0 ? schema : { ...schema, 'x-derived-rules': derived.map(describeRule) };
