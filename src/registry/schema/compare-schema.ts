import type { EntityMetadata } from 'typeorm';
import { describeTable } from '../resources/describe-table.js';
import type { ResourceDraft } from '../draft/draft.js';
import type { SchemaFacts } from '../resources/schema-facts.js';
import type { Finding } from '../draft/verifier.js';
import { compareColumns } from './compare-columns.js';
import { compareIndexes } from './compare-indexes.js';
import type { ComparedTable } from './compared-table.js';

/**
 * The differences between the entities and the database, for people. Those that make requests fail
 * are faults; the others are warnings, since a service that works must start.
 */
export function compareSchema(
  metadatas: readonly EntityMetadata[],
  drafts: readonly ResourceDraft[],
  facts: SchemaFacts | null,
): readonly Finding[] {
  if (!facts) return [];
  const compared = metadatas.filter((metadata) => isCompared(metadata, drafts));
  return compareTables(compared, drafts, facts).flatMap((table) => [...findingsOf(table)]);
}

/**
 * Compares the tables of entities with those of the database. A pivot table with an entity, or the
 * table of child entities, is described several times: each column counts once.
 */
export function compareTables(
  metadatas: readonly EntityMetadata[],
  drafts: readonly ResourceDraft[],
  facts: SchemaFacts,
): readonly ComparedTable[] {
  const seen = new Set<string>();
  const isNew = (key: string) => !seen.has(key) && seen.add(key) !== undefined;
  const entitiesFirst = [...metadatas].sort((one, other) => rankOf(one) - rankOf(other));
  return entitiesFirst
    .map((metadata) => compareTable(metadata, drafts, facts))
    .map((each) => ({
      ...each,
      columns: each.columns.filter(({ column }) => isNew(`${each.table.name}.${column.name}`)),
    }))
    .filter(({ columns }) => columns.length > 0);
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

function compareTable(
  metadata: EntityMetadata,
  drafts: readonly ResourceDraft[],
  facts: SchemaFacts,
): ComparedTable {
  const draft = drafts.find((each) => each.metadata === metadata);
  const table = draft?.table ?? describeTable(metadata);
  const fields = new Map(draft?.fields.map(({ name, column }) => [column?.name, name]));
  const stored = facts.findTable(table.name);
  const columns = [...table.columns.values()].map((column) => ({
    column,
    found: stored?.findColumn(column.name),
  }));
  const known = new Set(columns.map(({ found }) => found));
  return {
    metadata,
    table,
    columns,
    stored,
    unknown: (stored?.columns ?? []).filter((column) => !known.has(column)),
    resource: draft?.name ?? metadata.name,
    memberOf: (column) => fields.get(column.name) ?? column.property,
  };
}

const rankOf = ({ tableType }: EntityMetadata): number =>
  ['regular', 'view', 'entity-child'].includes(tableType) ? 0 : 1;

function* findingsOf(compared: ComparedTable): Iterable<Finding> {
  const { stored, table, resource, metadata } = compared;
  if (!stored)
    yield {
      resource,
      member: '',
      wrong: `the database has no ${metadata.tableType === 'view' ? 'view' : 'table'} ${table.name}`,
      step: 'run the migration that creates it, or write one with resource-api migrate generate',
    };
  else if (stored.columns) {
    yield* compareColumns({ ...compared, stored });
    if (!stored.isView) yield* compareIndexes({ ...compared, stored });
  }
}
