import { createHash } from 'node:crypto';
import type { MissingIndex } from '../../registry/missing-indexes.js';
import type { SchemaFacts } from '../../registry/schema-facts.js';
import type { DialectName } from '../database/database.js';
import { engines } from '../engines.js';

/** Returns the statement that creates an index, without a semicolon. */
export function createIndexSql(
  { table, columns, isSorted }: MissingIndex,
  facts: SchemaFacts,
  name: DialectName,
): string {
  const { dialect, schemaQueries } = engines[name];
  const parts = columns.map((column) => {
    const length = facts.findTable(table.name)?.findColumn(column.name)?.length ?? null;
    return schemaQueries.indexPart(dialect.quote(column.name), column, { isSorted, length });
  });
  const names = [table.name, ...columns.map((column) => column.name), 'index'];
  const index = shortened(names.join('_'), schemaQueries.longestIndexName);
  return `create index ${dialect.quote(index)} on ${dialect.quote(table.name)} (${parts.join(', ')})`;
}

/** Returns a name that is not too long: it is cut, and then ends with a hash of the whole. */
export function shortened(whole: string, longest: number): string {
  if (Buffer.byteLength(whole) <= longest) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  const start = Buffer.from(whole)
    .subarray(0, longest - hash.length - 1)
    .toString();
  return `${start.replaceAll('\uFFFD', '')}_${hash}`;
}
