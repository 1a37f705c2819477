import type { EntityMetadata } from 'typeorm';
import type { CompiledColumn, CompiledTable } from '../resources/compiled-resource.js';
import type { StoredTable } from '../resources/schema-facts.js';

/** A table as its entity describes it, beside the table of the database. */
export interface ComparedTable {
  readonly metadata: EntityMetadata;
  readonly table: CompiledTable;
  /** The columns that this entity is the first to describe. */
  readonly columns: readonly CompiledColumn[];
  /** `undefined` where the database has no such table. */
  readonly stored: StoredTable | undefined;
  /** Where findings are reported: the resource, or the entity that no resource serves. */
  readonly resource: string;
  /** The field that a column belongs to, or the property of the entity. */
  memberOf(column: CompiledColumn): string;
}

/** A table that is in the database. */
export type StoredComparedTable = ComparedTable & { readonly stored: StoredTable };
