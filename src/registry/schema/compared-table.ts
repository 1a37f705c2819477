import type { EntityMetadata } from 'typeorm';
import type { CompiledColumn, CompiledTable } from '../resources/compiled-resource.js';
import type { StoredColumn, StoredTable } from '../resources/schema-facts.js';

/** A column as its entity describes it, beside the column of the database. */
export interface ComparedColumn {
  readonly column: CompiledColumn;
  /** `undefined` where the table has no such column, or the database lists none. */
  readonly found: StoredColumn | undefined;
}

/** A table as its entity describes it, beside the table of the database. */
export interface ComparedTable {
  readonly metadata: EntityMetadata;
  readonly table: CompiledTable;
  /** The columns that this entity is the first to describe. */
  readonly columns: readonly ComparedColumn[];
  /** `undefined` where the database has no such table. */
  readonly stored: StoredTable | undefined;
  /** The columns of the database that the entity does not describe. */
  readonly unknown: readonly StoredColumn[];
  /** Where findings are reported: the resource, or the entity that no resource serves. */
  readonly resource: string;
  /** The field that a column belongs to, or the property of the entity. */
  memberOf(column: CompiledColumn): string;
}

/** A table that is in the database. */
export type StoredComparedTable = ComparedTable & { readonly stored: StoredTable };
