import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

/*
 * Plain JavaScript, because worker threads load it too, also where the project's sources run
 * without being compiled to files.
 */

/**
 * Adds functions to a connection: `lower_u` for Unicode lower case, since SQLite's own `lower`
 * supports ASCII only, and `row_digest` for the hash of any number of values.
 *
 * @param {import('better-sqlite3').Database} database
 * @contract C1.6, C13.1
 */
export function registerFunctions(database) {
  database.function('lower_u', { deterministic: true }, (value) =>
    value === null ? null : String(value).toLowerCase(),
  );
  const exact = { deterministic: true, varargs: true, safeIntegers: true };
  database.function('row_digest', exact, (...values) =>
    hash('sha256', values.map(marked).join('')),
  );
}

/** Writes a value with its type and length, so that different lists of values never look alike. */
function marked(value) {
  if (value === null) return 'null:';
  const [type, text] = Buffer.isBuffer(value)
    ? ['binary', value.toString('hex')]
    : [typeof value, String(value)];
  return `${type}:${text.length}:${text}`;
}
