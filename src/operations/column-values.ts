import { storedValue } from '../execution/writes/stored-values.js';
import type { ColumnValues } from '../execution/writes/record-writer.js';
import type { CompiledColumn, CompiledResource, CompiledTable } from '../registry/compiled-resource.js';
import { RequestError } from '../errors/index.js';

type Properties = Record<string, unknown>;

/** Values as a hook sees them: by the entity's properties. */
export const asProperties = (values: ColumnValues): Properties =>
  Object.fromEntries([...values].map(([{ property }, value]) => [property, value]));

/** What a hook left of them; properties without a column are not kept. */
export const asColumns = ({ columns }: CompiledTable, properties: Properties): Map<CompiledColumn, unknown> =>
  new Map(
    [...columns.values()].flatMap((column): [CompiledColumn, unknown][] =>
      properties[column.property] === undefined ? [] : [[column, properties[column.property]]],
    ),
  );

/** The values that differ from what the record holds. */
export const changedFrom = (record: object, values: ColumnValues): Map<CompiledColumn, unknown> =>
  new Map([...values].filter(([column, value]) => !isSame(column, (record as Properties)[column.property], value)));

function isSame(column: CompiledColumn, before: unknown, after: unknown): boolean {
  const [one, other] = [storedValue(before, column), storedValue(after, column)];
  return Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;
}

/**
 * What columns hold, by the names of the fields that are declared on them. A column without a field, which no answer
 * shows, has its own name; the key's has none, since a record never changes it.
 */
export const byField = (
  { fields, keyColumn }: CompiledResource,
  columns: Iterable<CompiledColumn>,
  valueOf: (column: CompiledColumn) => unknown,
): Readonly<Record<string, unknown>> => {
  const wanted = new Set([...columns].filter((column) => column !== keyColumn));
  const declared = [...fields.values()].filter(({ column }) => wanted.has(column));
  for (const { column } of declared) wanted.delete(column);
  const undeclared = [...wanted].map((column) => ({ name: column.name, column }));
  return Object.fromEntries([...declared, ...undeclared].map(({ name, column }) => [name, valueOf(column)]));
};

/** @throws RequestError `validation_failed` when a column that needs a value has none, and nothing fills it */
export function verifyComplete({ table, fields }: CompiledResource, values: ColumnValues): void {
  const lacking = [...table.columns.values()].filter(
    (column) => !column.nullable && column.filledBy === null && (values.get(column) ?? null) === null,
  );
  if (lacking.length === 0) return;
  const nameOf = (column: CompiledColumn) =>
    [...fields.values()].find((field) => field.column === column)?.name ?? column.property;
  const errors = lacking.map(nameOf).map((name): [string, string[]] => [name, [`The ${name} field is required.`]]);
  throw new RequestError('validation_failed', { errors: Object.fromEntries(errors) });
}
