/** A column as the database describes it. */
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

/** A table or a view as the database describes it. */
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
