import type { EntityMetadata } from 'typeorm';
import { describeTable } from '../resources/describe-table.js';
import type { ResourceDraft } from '../draft/draft.js';
import type { SchemaFacts } from '../resources/schema-facts.js';
import type { Finding } from '../draft/verifier.js';
import { compareColumns } from './compare-columns.js';
import { compareIndexes } from './compare-indexes.js';
import type { ComparedTable } from './compared-table.js';

/**
 * The differences between the entities and the database. Those that make requests fail are faults;
 * the others are warnings, since a service that works must start.
 */
export function compareSchema(
  metadatas: readonly EntityMetadata[],
  drafts: readonly ResourceDraft[],
  facts: SchemaFacts | null,
): readonly Finding[] {
  if (!facts) return [];
  const compared = metadatas
    .filter((metadata) => isCompared(metadata, drafts))
    .map((each) => tableOf(each, drafts, facts));
  return withoutRepeats(compared).flatMap((table) => [...compareTable(table)]);
}

/** The names of the tables that are compared, each once. */
export const comparedTables = (
  metadatas: readonly EntityMetadata[],
  drafts: readonly ResourceDraft[],
): readonly string[] => [
  ...new Set(
    metadatas.filter((metadata) => isCompared(metadata, drafts)).map(({ tableName }) => tableName),
  ),
];

/**
 * Statements find a table by its name alone; a table in another schema is only read by code of the
 * team.
 */
const isCompared = (metadata: EntityMetadata, drafts: readonly ResourceDraft[]): boolean =>
  drafts.some((draft) => draft.metadata === metadata) ||
  (metadata.schema === undefined && metadata.database === undefined);

function tableOf(
  metadata: EntityMetadata,
  drafts: readonly ResourceDraft[],
  facts: SchemaFacts,
): ComparedTable {
  const draft = drafts.find((each) => each.metadata === metadata);
  const table = draft?.table ?? describeTable(metadata);
  const fields = new Map(draft?.fields.map(({ name, column }) => [column?.name, name]));
  return {
    metadata,
    table,
    columns: [...table.columns.values()],
    stored: facts.findTable(table.name),
    resource: draft?.name ?? metadata.name,
    memberOf: (column) => fields.get(column.name) ?? column.property,
  };
}

/**
 * A pivot table with an entity, or the table of child entities, is described several times: each
 * column counts once.
 */
function withoutRepeats(tables: readonly ComparedTable[]): readonly ComparedTable[] {
  const seen = new Set<string>();
  const isNew = (key: string) => !seen.has(key) && seen.add(key) !== undefined;
  const entitiesFirst = [...tables].sort((one, other) => rankOf(one) - rankOf(other));
  return entitiesFirst
    .map((each) => ({
      ...each,
      columns: each.columns.filter(({ name }) => isNew(`${each.table.name}.${name}`)),
    }))
    .filter(({ columns }) => columns.length > 0);
}

const rankOf = ({ metadata }: ComparedTable): number =>
  !['regular', 'view', 'entity-child'].includes(metadata.tableType) ? 1 : 0;

function* compareTable(compared: ComparedTable): Iterable<Finding> {
  const { stored, table, resource, metadata } = compared;
  if (!stored)
    yield {
      resource,
      member: '',
      wrong: `the database has no ${metadata.tableType === 'view' ? 'view' : 'table'} ${table.name}`,
      step: 'run the migration that creates it, or write one with resource-api migrate generate',
    };
  else if (stored.columns) {
    yield* compareColumns({ ...compared, stored: { ...stored, columns: stored.columns } });
    if (!stored.isView) yield* compareIndexes({ ...compared, stored });
  }
}
