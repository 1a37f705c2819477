import type { DescribedField } from './described-resource.js';
import type { FieldKind } from '../openapi/schemas/field-kinds.js';

const preferred = ['name', 'title', 'label', 'email'];
const textual: readonly FieldKind[] = ['text', 'long_text', 'enum'];

/**
 * Returns the attribute that names a record, among those that the caller reads: the declared one,
 * the first of the usual names, the first string, or the key.
 *
 * @contract C17.1
 */
export function titleFieldOf(declared: string | undefined, fields: readonly DescribedField[]) {
  const readable = fields.filter((field) => field.readable);
  const strings = readable.filter(({ kind }) => textual.includes(kind)).map(({ name }) => name);
  if (declared !== undefined && readable.some(({ name }) => name === declared)) return declared;
  return preferred.find((name) => strings.includes(name)) ?? strings[0] ?? 'id';
}
