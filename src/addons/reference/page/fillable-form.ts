import type { MediaType, Schema } from '../openapi/document/open-api.js';

/** The schema of a form, as far as it is read here. */
interface FormSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly examples?: readonly Values[];
}

type Values = Readonly<Record<string, unknown>>;

/** What a page shows of a part; every part that is not a file is a string with these limits. */
const shown = new Set([
  ...['description', 'deprecated', 'enum', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum'],
]);

/**
 * Returns a form as a page fills it in: every part is a file or a string, which starts with the
 * value of the form's example, or empty. Swagger UI ignores the example of a form, and cannot show a
 * part of several types.
 *
 * @param schema the schema of the form, without a reference
 */
export function fillableForm(form: MediaType, schema: FormSchema): MediaType {
  const { examples: [values = {}] = [], ...parts } = schema;
  const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [
    name,
    isFile(part) ? part : textPart(part, values[name]),
  ]);
  return { ...form, schema: { ...parts, properties: Object.fromEntries(properties) } };
}

const isFile = ({ type, format }: Schema): boolean => type === 'string' && format === 'binary';

function textPart(part: Schema, value: unknown): Schema {
  const kept = Object.entries(part).filter(([keyword]) => shown.has(keyword));
  return { type: 'string', ...Object.fromEntries(kept), example: textOf(value) };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
