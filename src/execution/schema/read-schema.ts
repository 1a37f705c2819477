import type { CompiledColumn } from '../../registry/compiled-resource.js';
import type { SchemaFacts } from '../../registry/schema-facts.js';
import type { Database } from '../database/database.js';
import { schemaQuestions } from './schema-questions.js';

/** Asks the database for its indexes, and its collations or types: two statements at most, once. */
export async function readSchema(database: Database): Promise<SchemaFacts> {
  const { indexes, inexact, texts, indexedAs } = schemaQuestions[database.dialect];
  const indexed = await pairsOf(database, indexes);
  const others = await pairsOf(database, inexact);
  const textual = await pairsOf(database, texts);
  return {
    isIndexed: (table, column: CompiledColumn) => indexed.has(pair(table, indexedAs(column))),
    isExact: (table, column) => !others.has(pair(table, column)),
    isText: (table, column) => textual.has(pair(table, column)),
  };
}

async function pairsOf(database: Database, text: string | null): Promise<ReadonlySet<string>> {
  if (text === null) return new Set();
  const rows = await database.query(text);
  return new Set(rows.map(([table, column]) => pair(String(table), String(column))));
}

const pair = (table: string, column: string): string => `${table} ${column}`;
