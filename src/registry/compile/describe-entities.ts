import type { DataSource } from 'typeorm';
import { describeTable } from '../resources/describe-table.js';
import { collectionKeyOf } from '../resources/names.js';
import type { SchemaFacts } from '../resources/schema-facts.js';
import type { ResourceDraft } from '../draft/draft.js';

/** Finds each resource's entity in TypeORM's metadata, and its key. */
export function describeEntities(
  drafts: readonly ResourceDraft[],
  dataSource: DataSource,
  facts: SchemaFacts | null,
): void {
  for (const draft of drafts) {
    const entity = draft.definition.entity as ResourceDraft['definition']['entity'] | undefined;
    if (!entity) continue;
    draft.key = draft.options.uriKey ?? collectionKeyOf(entity.name);
    if (!dataSource.hasMetadata(entity as never)) continue;
    draft.metadata = dataSource.getMetadata(entity as never);
    draft.table = describeTable(draft.metadata, facts);
  }
}
