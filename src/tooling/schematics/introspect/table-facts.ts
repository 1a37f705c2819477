import type {
  SchemaFacts,
  StoredColumn,
  StoredIndex,
  StoredTable,
} from '../../../registry/resources/schema-facts.js';

/** A column, with what its declaration depends on. */
export interface ColumnFacts {
  readonly name: string;
  /** In SQL notation: `varchar(60)`, `timestamp without time zone`, `int unsigned`, `integer[]`. */
  readonly type: string;
  /** The values of an enumeration that has a type of its own. */
  readonly labels: readonly string[] | null;
  readonly nullable: boolean;
  /** The expression, in SQL: `'new'::status`, `CURRENT_TIMESTAMP`. */
  readonly default: string | null;
  /** `key`: the database counts. `computed`: it calculates the value from other columns. */
  readonly generated: 'key' | 'computed' | null;
}

/** A foreign key. Its columns are in the order of the columns that they refer to. */
export interface ForeignKeyFacts {
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
}

/**
 * A table or a view, with what its entity depends on. The file of the last run contains them, so
 * their form must not change.
 */
export interface TableFacts {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly ColumnFacts[];
  readonly primaryKey: readonly string[];
  /** The columns of each unique index that covers all rows, without the primary key. */
  readonly uniques: readonly (readonly string[])[];
  /** The first column of each index, of the primary key too. */
  readonly indexed: readonly string[];
  readonly foreignKeys: readonly ForeignKeyFacts[];
  /** Expressions, in the notation of the database. */
  readonly checks: readonly string[];
}

/** Returns the tables and views that may have entities, sorted by name. */
export function tableFactsOf({ tables, foreignKeys }: SchemaFacts): readonly TableFacts[] {
  return tables
    .filter(({ isPlain }) => isPlain)
    .map((table) => describeTable(table, foreignKeys))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function describeTable(table: StoredTable, foreignKeys: SchemaFacts['foreignKeys']): TableFacts {
  const { name, isView, checks } = table;
  const columns = table.columns ?? [];
  const placeOf = (key: ForeignKeyFacts) =>
    columns.findIndex((column) => column.name === key.columns[0]);
  /** An expression is not a column, and an index may know a part of a column only. */
  const isWhole = ({ whole, columns: ordered }: StoredIndex, at: number) =>
    whole[at] === true && table.findColumn(ordered[at]!) !== undefined;
  const beginning = table.indexes.filter((index) => isWhole(index, 0));
  return {
    name,
    isView,
    columns: columns.map(columnOf),
    primaryKey: table.indexes.find(({ primary }) => primary)?.columns ?? [],
    uniques: table.indexes
      .filter((index) => index.unique && !index.primary)
      .filter((index) => index.columns.every((_column, at) => isWhole(index, at)))
      .map((index) => index.columns),
    indexed: [...new Set(beginning.map((index) => index.columns[0]!))],
    foreignKeys: foreignKeys
      .filter(({ from }) => from.table === name)
      .map(({ from, to }) => ({ columns: from.columns, table: to.table, references: to.columns }))
      .sort((one, other) => placeOf(one) - placeOf(other)),
    checks: checks.map(({ expression }) => expression),
  };
}

const columnOf = ({ name, sql, labels, ...column }: StoredColumn): ColumnFacts => ({
  name,
  type: sql,
  labels,
  nullable: !column.required,
  default: column.default,
  generated: column.computed ? 'computed' : column.counted ? 'key' : null,
});
