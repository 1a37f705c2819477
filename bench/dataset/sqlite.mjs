import { constants, existsSync, readFileSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import Database from '../better-sqlite3.mjs';
import { readTable } from './postgres.mjs';

const schema = new URL('./sqlite-schema.sql', import.meta.url);
const tables = ['users', 'posts', 'comments', 'roles', 'role_user', 'tags', 'post_tag'];

/** Copies the dataset from PostgreSQL to `file`, which only exists once it is complete. */
export async function seedSqlite(file, port) {
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  const database = new Database(unfinished);
  database.pragma('synchronous=OFF');
  database.exec(readFileSync(schema, 'utf8'));
  for (const table of tables) insert(database, table, await readTable(port, table));
  database.exec('analyze');
  database.close();
  await rename(unfinished, file);
}

function insert(database, table, rows) {
  const statement = database.prepare(
    `insert into ${table} values (${rows[0].map(() => '?').join(',')})`,
  );
  database.transaction(() => rows.forEach((row) => statement.run(row.map(toSqlite))))();
}

function toSqlite(value) {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * Replaces the copy of the last run.
 *
 * @returns {Promise<string>} the copy's URL
 */
export async function copySqlite(file, copy) {
  await Promise.all([copy, `${copy}-wal`, `${copy}-shm`].map((old) => rm(old, { force: true })));
  await copyFile(file, copy, constants.COPYFILE_FICLONE);
  return `sqlite:${copy}`;
}

/** Runs statements in a copy, which servers may use meanwhile. */
export function prepareSqlite(address, statements) {
  const database = new Database(address.replace(/^sqlite:/, ''), { timeout: 20_000 });
  for (const statement of statements) database.exec(statement);
  database.close();
}

export const isSeeded = (file) => existsSync(file);
