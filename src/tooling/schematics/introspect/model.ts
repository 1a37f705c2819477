import type { TableFacts } from './table-facts.js';
import type { ResourceNames } from '../workspace/names.js';
import type { MappedType } from './column-types.js';
import type { Default } from './sql-text.js';

/** A column of an entity to write. */
export interface ColumnModel {
  readonly property: string;
  /** The name in the database. */
  readonly name: string;
  readonly role: 'key' | 'generated key' | 'created' | 'updated' | 'deleted' | 'plain';
  readonly mapped: MappedType;
  readonly nullable: boolean;
  readonly unique: boolean;
  readonly default: Default | null;
  /** The database calculates it, so that no request may write it. */
  readonly isComputed: boolean;
  /** Whether an index begins with it. */
  readonly isIndexed: boolean;
  /** Whether its name looks like that of a secret, so that the resource does not expose it. */
  readonly isSecret: boolean;
}

/** A relationship of an entity to write, or its other side. */
export interface RelationModel {
  readonly kind: 'ManyToOne' | 'OneToMany' | 'OneToOne' | 'ManyToMany';
  readonly property: string;
  readonly target: EntityModel;
  /** The property of the other side; `null` where that entity exists already. */
  inverse: string | null;
  readonly nullable: boolean;
  /** The foreign key. Its side owns the relationship. */
  readonly join: JoinColumn | null;
  /** The join table, on the side that declares it. */
  readonly joinTable: JoinTable | null;
  /** The entity of the join table, if its rows have further columns. */
  readonly pivot: EntityModel | null;
}

/** A foreign key: its column, and the property that it refers to, unless that is the key. */
export interface JoinColumn {
  readonly name: string;
  readonly references: string | null;
}

/** The join table of a many-to-many relationship. */
export interface JoinTable {
  readonly name: string;
  readonly own: JoinColumn;
  readonly other: JoinColumn;
}

/** An entity to write, or one that the application has. */
export interface EntityModel {
  readonly table: string;
  readonly names: ResourceNames;
  /** The file of an entity that the application has already; `null` for a new one. */
  readonly path: string | null;
  /**
   * Whether it gets relations and columns: a new entity all of them, an existing one those that its
   * table has got since the last run. Without a last run, an existing entity stays as it is.
   */
  readonly isOpen: boolean;
  /** The columns that an existing entity gets. */
  readonly added: readonly ColumnModel[];
  /** A pivot has no resource. */
  readonly isPivot: boolean;
  readonly columns: readonly ColumnModel[];
  /** The properties of unique indexes over several columns. */
  readonly uniques: readonly (readonly string[])[];
  /** Those to write: all of a new entity, the added ones of an existing one. */
  readonly relations: RelationModel[];
}

/** The tables of a database as entities, and what is left to know. */
export interface DatabaseModel {
  readonly entities: readonly EntityModel[];
  /** The tables that are mapped, join tables too, with the foreign keys between them. */
  readonly tables: readonly TableFacts[];
  /** What was not mapped, and what to do. */
  readonly notes: readonly string[];
}
