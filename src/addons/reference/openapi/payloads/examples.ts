import type {
  CompiledColumn,
  ValueType,
} from '../../../../registry/resources/compiled-resource.js';

const byType: Readonly<Record<ValueType, unknown>> = {
  integer: 1,
  bigint: '9007199254740993',
  decimal: '0.90',
  float: 0.5,
  text: 'text',
  uuid: '00000000-0000-4000-8000-000000000001',
  boolean: true,
  datetime: '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  time: '12:00:00',
  json: {},
  binary: 'AA==',
};

/** Returns the key of a record, as a string. */
export const keyExample = ({ type }: CompiledColumn): string =>
  type === 'uuid' ? String(byType.uuid) : '1';

/** Returns a value as a response contains it. */
export function valueExample(column: CompiledColumn): unknown {
  if (column.holdsKey) return keyExample(column);
  return column.databaseType === 'simple-array' ? ['text'] : byType[column.type];
}
