import { createHash } from 'node:crypto';
import type { QueryArrayConfig } from 'pg';
import { rowTypes } from './postgres-types.js';

/** SQL in the form of PostgreSQL. Each connection prepares a named statement once. */
export interface PreparedSql {
  readonly name?: string;
  readonly text: string;
}

/**
 * The most named statements. The server keeps every name until the connection ends, and every
 * connection has its own names.
 */
const MAX_NAMES = 500;

/**
 * Turns SQL with `?` into named statements with `$n`. After 500 different statements, further ones
 * have no name.
 */
export class PostgresStatements {
  private readonly named = new Map<string, PreparedSql>();

  /** Returns the argument for pg's `client.query`. */
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
 * `a = ? and b = ?` -> `a = $1 and b = $2`; ignores a `?` inside quotes or comments. The operator
 * `?` is not supported.
 */
export function numberPlaceholders(sql: string): string {
  let position = 0;
  return sql.replace(quotedOrPlaceholder, (found) => (found === '?' ? `$${++position}` : found));
}

function shortHash(sql: string): string {
  return createHash('sha256').update(sql).digest('base64url').slice(0, 16);
}
