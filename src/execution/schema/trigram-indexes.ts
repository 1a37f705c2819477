import type { CompiledColumn, CompiledTable } from '../../registry/compiled-resource.js';
import type { StoredTable, TrigramFacts } from '../../registry/schema-facts.js';
import type { Database, Row } from '../database/database.js';
import { engines } from '../engines.js';
import { shortened } from './create-index.js';

/** An index of the trigrams in a column, by its names in the database. */
export interface TrigramIndex {
  readonly name: string;
  readonly table: string;
  readonly column: string;
}

/** How an engine stores indexes of trigrams. */
export interface TrigramIndexes {
  /** Rows of: name, SQL, of everything that such indexes consist of. */
  readonly objects: string;
  /** Returns why the table cannot have one; `null` if it can. */
  refusal(table: CompiledTable, stored: StoredTable | undefined): string | null;
  /** Returns the statements that create it. */
  statements(index: TrigramIndex): readonly string[];
  /** Whether the objects, by their names, make up the whole index. */
  isComplete(index: TrigramIndex, objects: ReadonlyMap<string, string>): boolean;
}

/** Reads which indexes of trigrams the database has, with one statement. */
export async function readTrigrams(
  database: Database,
  findTable: (name: string) => StoredTable | undefined,
): Promise<TrigramFacts> {
  const { schemaQueries, server } = engines[database.dialect];
  const { trigrams, longestIndexName } = schemaQueries;
  if (trigrams === null) {
    const reason = `${server!.name} cannot index every part of a string`;
    return { find: () => undefined, create: () => reason };
  }
  const rows: readonly Row[] = await database.query(trigrams.objects);
  const objects = new Map(rows.map(([name, sql]) => [String(name), String(sql)]));
  const indexOf = (table: string, column: string): TrigramIndex => ({
    name: shortened(`${table}_${column}_trigrams`, longestIndexName),
    table,
    column,
  });
  return {
    find(table, column) {
      const index = indexOf(table, column);
      return trigrams.isComplete(index, objects) ? index.name : undefined;
    },
    create: (table: CompiledTable, { name }: CompiledColumn) =>
      trigrams.refusal(table, findTable(table.name)) ??
      trigrams.statements(indexOf(table.name, name)),
  };
}
