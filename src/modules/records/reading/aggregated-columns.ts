import type {
  CompiledColumn,
  CompiledResource,
  ValueType,
} from '../../../registry/resources/compiled-resource.js';
import { findByWireName } from '../../../registry/resources/names.js';

const numbers: readonly ValueType[] = ['integer', 'bigint', 'decimal', 'float'];
const ordered: readonly ValueType[] = [...numbers, 'text', 'datetime', 'date'];
const sorted: readonly ValueType[] = [...ordered, 'boolean', 'uuid'];
const grouped: readonly ValueType[] = [
  'integer',
  'bigint',
  'decimal',
  'text',
  'uuid',
  'boolean',
  'date',
];

/** @throws TypeError for an unknown column, or one that does not contain numbers */
export const getSummedColumn = (resource: CompiledResource, property: string): CompiledColumn =>
  getColumn(resource, property, numbers, 'added');

/** @throws TypeError for an unknown column, or one without a lowest value on every database */
export const getOrderedColumn = (resource: CompiledResource, property: string): CompiledColumn =>
  getColumn(resource, property, ordered, 'compared');

/** @throws TypeError for an unknown column, or one of JSON or bytes */
export const getSortedColumn = (resource: CompiledResource, property: string): CompiledColumn =>
  getColumn(resource, property, sorted, 'sorted');

/** @throws TypeError for an unknown column, or one whose values cannot be the keys of a Map */
export const getGroupedColumn = (resource: CompiledResource, property: string): CompiledColumn =>
  getColumn(resource, property, grouped, 'grouped');

function getColumn(
  { table, name }: CompiledResource,
  property: string,
  types: readonly ValueType[],
  what: string,
): CompiledColumn {
  const column = findByWireName(table.columns, property);
  if (!column) throw new TypeError(`"${property}" is not a column of the entity of ${name}.`);
  if (!types.includes(column.type))
    throw new TypeError(
      `The column "${property}" of ${name} has the type ${column.type} and cannot be ${what}. ` +
        `Allowed: ${types.join(', ')}.`,
    );
  return column;
}
