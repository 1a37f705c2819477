import type {
  CompiledColumn,
  ValueType,
} from '../../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../../base/json-schema.js';

/** What a user interface shows and edits a value with. @contract C17.1 */
export const fieldKinds = [
  ...(['text', 'long_text', 'number', 'decimal', 'boolean'] as const),
  ...(['date', 'instant', 'enum', 'image', 'json', 'key'] as const),
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Longer strings need an input of several lines. Characters. */
const LONGEST_LINE = 255;
const longTypes: ReadonlySet<string> = new Set(['text', 'tinytext', 'mediumtext', 'longtext']);

const byType: Readonly<Record<ValueType, FieldKind>> = {
  integer: 'number',
  float: 'number',
  bigint: 'decimal',
  decimal: 'decimal',
  text: 'text',
  uuid: 'text',
  boolean: 'boolean',
  datetime: 'instant',
  date: 'date',
  time: 'text',
  json: 'json',
  binary: 'text',
};

/** What a field adds to its column. */
interface KindFacts {
  readonly image?: boolean | undefined;
  /** Whether responses contain a decimal as a number. */
  readonly number?: boolean | undefined;
  readonly values: readonly unknown[] | null;
}

/** Returns the kind of a column's values. */
export function kindOfColumn(column: CompiledColumn, facts: KindFacts): FieldKind {
  if (facts.image) return 'image';
  if (column.holdsKey) return 'key';
  if (column.databaseType === 'simple-array') return 'json';
  const kind = byType[column.type];
  if (kind === 'decimal' && facts.number) return 'number';
  if (kind !== 'text') return kind;
  if (facts.values !== null) return 'enum';
  return isLong(column) ? 'long_text' : 'text';
}

const isLong = ({ type, databaseType, length }: CompiledColumn): boolean =>
  type === 'text' && (longTypes.has(databaseType) || (length ?? 0) > LONGEST_LINE);

const bySchemaType: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

/** Returns the kind of values that no column contains. */
export function kindOfSchema({ type, enum: values }: JsonSchema): FieldKind {
  const types = [type].flat().filter((each) => each !== 'null');
  const [only, ...others] = types as readonly (string | undefined)[];
  const kind = others.length === 0 && only !== undefined ? bySchemaType[only] : undefined;
  return values && (kind === 'text' || only === undefined) ? 'enum' : (kind ?? 'json');
}
