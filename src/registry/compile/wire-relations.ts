import type { DataSource } from 'typeorm';
import type { RelationDraft, ResourceDraft } from '../draft/draft.js';
import { relationKinds } from './relation-kinds.js';

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

/** Finds for each relation the columns that join it. */
export function wireRelations(drafts: readonly ResourceDraft[], dataSource: DataSource): void {
  for (const parent of drafts) {
    for (const relation of parent.relations) {
      const related = relation.target;
      if (!parent.metadata || !parent.table || !related?.table) continue;
      if (parent.table.keys.length !== 1 || related.table.keys.length !== 1) continue;
      Object.assign(
        relation,
        relationKinds[relation.kind].wire({ parent, related, relation, dataSource } as Wiring),
      );
    }
  }
}
