import Database from 'better-sqlite3';
import { countRows } from '../dataset/postgres.mjs';

/** Returns the number of rows in the log that the server writes; 0 without a log. */
export async function countLogRows({ engine, address, isProject, logs }) {
  if (!logs) return 0;
  const table = isProject ? 'action_logs' : 'limit_logs';
  if (engine === 'pg') return countRows(address, table);
  const database = new Database(address.replace(/^sqlite:/, ''), { readonly: true });
  const count = database.prepare(`select count(*) from ${table}`).pluck().get();
  database.close();
  return count;
}
