import type {
  CompiledColumn,
  CompiledTable,
  ValueType,
} from '../../../src/registry/resources/compiled-resource.js';

/** A column as the registry describes it, named as its property. */
export const columnOf = (
  name: string,
  type: ValueType,
  more: Partial<CompiledColumn> = {},
): CompiledColumn => ({
  property: name,
  name,
  type,
  databaseType: type,
  nullable: true,
  scale: type === 'decimal' ? 2 : null,
  holdsKey: false,
  filledBy: null,
  length: null,
  labels: null,
  exact: true,
  precision: null,
  significantDigits: null,
  mapped: true,
  generated: false,
  unsigned: false,
  range: type === 'integer' ? [-(2 ** 31), 2 ** 31 - 1] : null,
  bytes: null,
  ...more,
});

export const tableOf = (name: string, ...columns: readonly CompiledColumn[]): CompiledTable => ({
  entity: Object,
  name,
  columns: new Map(columns.map((column) => [column.property, column])),
  keys: columns.slice(0, 1),
  uniques: [],
  partialUniques: [],
  isView: false,
  isLog: false,
  hasTriggers: false,
  returnsRows: false,
  kind: null,
  deletedAt: null,
});
