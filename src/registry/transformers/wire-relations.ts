import type { DataSource } from 'typeorm';
import type { RelationKind } from '../../definition/options.js';
import type { RelationDraft, ResourceDraft } from '../draft.js';
import { wireBelongsTo, wireBelongsToMany, wireHas } from './wire-by-metadata.js';
import { wireMorph, wireMorphToMany } from './wire-by-morph.js';

/** What wiring is done from: the relation between two described tables. */
export interface Wiring {
  readonly parent: ResourceDraft & {
    table: NonNullable<ResourceDraft['table']>;
    metadata: NonNullable<ResourceDraft['metadata']>;
  };
  readonly related: ResourceDraft & { table: NonNullable<ResourceDraft['table']> };
  readonly relation: RelationDraft;
  readonly dataSource: DataSource;
}
/** Why a relation cannot be joined. */
export interface Unwired {
  readonly unwired: NonNullable<RelationDraft['unwired']>;
}
export type Wired = { readonly join: NonNullable<RelationDraft['join']> } | Unwired;

/** How each kind finds where its key lies: a row a kind. */
const wireByKind: Readonly<Record<RelationKind, (wiring: Wiring) => Wired>> = {
  BelongsTo: wireBelongsTo,
  HasOne: (wiring) => wireHas(wiring, 'isOneToOneNotOwner', 'HasOne'),
  HasMany: (wiring) => wireHas(wiring, 'isOneToMany', 'HasMany'),
  MorphOne: wireMorph,
  MorphMany: wireMorph,
  BelongsToMany: wireBelongsToMany,
  MorphToMany: wireMorphToMany,
};

/** Finds for each relation the columns that join it. */
export function wireRelations(drafts: readonly ResourceDraft[], dataSource: DataSource): void {
  for (const parent of drafts) {
    for (const relation of parent.relations) {
      const related = relation.target;
      if (!parent.metadata || !parent.table || !related?.table) continue;
      if (parent.table.keys.length !== 1 || related.table.keys.length !== 1) continue;
      Object.assign(
        relation,
        wireByKind[relation.kind]({ parent, related, relation, dataSource } as Wiring),
      );
    }
  }
}
