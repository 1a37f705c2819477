import { createHash } from 'node:crypto';
import type { QueryArrayConfig } from 'pg';
import { rowTypes } from './postgres-types.js';

/** A text as PostgreSQL takes it; with a name, each connection prepares it once. */
export interface PreparedSql {
  readonly name?: string;
  readonly text: string;
}

/**
 * The server keeps every name for as long as a connection lives, and every connection has names of
 * its own.
 */
const MAX_NAMES = 500;

/**
 * Turns texts with `?` into named ones with `$n`; past 500 different texts those that follow stay
 * without a name.
 */
export class PostgresStatements {
  private readonly named = new Map<string, PreparedSql>();

  /** Returns what pg's `client.query` takes. */
  bind(sql: string, values: readonly unknown[]): QueryArrayConfig<unknown[]> {
    const { name, text: numbered } = this.get(sql);
    return { name, text: numbered, values: values as unknown[], rowMode: 'array', types: rowTypes };
  }

  get(sql: string): PreparedSql {
    return this.named.get(sql) ?? this.prepare(sql);
  }

  private prepare(sql: string): PreparedSql {
    const numbered = numberPlaceholders(sql);
    if (this.named.size >= MAX_NAMES) return { text: numbered };
    const prepared = { name: shortHash(sql), text: numbered };
    this.named.set(sql, prepared);
    return prepared;
  }
}

const quotedOrPlaceholder = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g;

/**
 * `a = ? and b = ?` -> `a = $1 and b = $2`; a `?` inside quotes or comments is text, an operator
 * `?` does not exist.
 */
export function numberPlaceholders(sql: string): string {
  let position = 0;
  return sql.replace(quotedOrPlaceholder, (found) => (found === '?' ? `$${++position}` : found));
}

function shortHash(sql: string): string {
  return createHash('sha256').update(sql).digest('base64url').slice(0, 16);
}
