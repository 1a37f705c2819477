import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { SchemaFacts } from '../../registry/schema-facts.js';
import type { Database } from '../database/database.js';
import { schemaQuestions } from './schema-questions.js';

/** Asks the database for its indexes and collations: two statements at most, once. */
export async function readSchema(database: Database): Promise<SchemaFacts> {
  const { indexes, inexact, indexedAs } = schemaQuestions[database.dialect];
  const indexed = await pairsOf(database, indexes);
  const others = inexact === null ? new Set<string>() : await pairsOf(database, inexact);
  return {
    isIndexed: (table, column: CompiledColumn) => indexed.has(pair(table, indexedAs(column))),
    isExact: (table, column) => !others.has(pair(table, column)),
  };
}

async function pairsOf(database: Database, text: string): Promise<ReadonlySet<string>> {
  const rows = await database.query(text);
  return new Set(rows.map(([table, column]) => pair(String(table), String(column))));
}

const pair = (table: string, column: string): string => `${table} ${column}`;
