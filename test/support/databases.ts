import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import type { DialectName } from '../../src/database/connection/database.js';
import { poseAs, type PosedServer } from './posing-server.js';

/** A fresh, empty database of the run. */
export interface DatabaseUnderTest {
  readonly dialect: DialectName;
  readonly url: string;
  /** Removes the database; close its connections first. */
  dispose(): Promise<void>;
}

/** The database of the server for statements about databases. */
const postgresUrl = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test';
const mariaUrl = process.env.TEST_MARIADB_URL ?? 'mysql://root@127.0.0.1:3306/test';
/** No default: if MySQL and MariaDB run side by side, one of them has a port of its own. */
const mysqlUrl = process.env.TEST_MYSQL_URL ?? '';

/** The kinds of SQL that tests speak. CockroachDB and YugabyteDB speak that of PostgreSQL. */
export type TestDialect = Exclude<DialectName, PosedServer>;

export const makers: Readonly<Record<DialectName, () => Promise<DatabaseUnderTest>>> = {
  sqlite: sqliteFile,
  postgres: () => postgresDatabase(),
  cockroachdb: () => posingDatabase('cockroachdb'),
  yugabytedb: () => posingDatabase('yugabytedb'),
  mariadb: () => mysqlFamilyDatabase('mariadb', mariaUrl),
  mysql: () => mysqlFamilyDatabase('mysql', mysqlUrl),
};

/** The database of the tests: `TEST_DATABASE`, SQLite by default. */
export const testDatabase = databaseNamed(process.env.TEST_DATABASE ?? 'sqlite');

/** The SQL that it speaks. */
export const testDialect: TestDialect =
  testDatabase === 'cockroachdb' || testDatabase === 'yugabytedb' ? 'postgres' : testDatabase;

/** Whether it is MariaDB or MySQL, which share what no other database has. */
export const isOfMysqlFamily = testDialect === 'mariadb' || testDialect === 'mysql';

/** Creates a database of that kind; SQLite needs no server. */
export function databaseUnderTest(): Promise<DatabaseUnderTest> {
  return makers[testDatabase]();
}

async function sqliteFile(): Promise<DatabaseUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-test-'));
  return {
    dialect: 'sqlite',
    url: `sqlite:${join(folder, 'test.sqlite')}`,
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param template the database to copy, which must have no connections */
export async function postgresDatabase(template = 'template1'): Promise<DatabaseUnderTest> {
  const name = freshName();
  await onPostgres(`create database ${name} template ${template}`);
  const drop = async () => void (await onPostgres(`drop database if exists ${name} with (force)`));
  return { dialect: 'postgres', url: withDatabase(postgresUrl, name), dispose: drop };
}

/** Creates a database of PostgreSQL that calls itself another server. */
export async function posingDatabase(name: PosedServer): Promise<DatabaseUnderTest> {
  return posing(await postgresDatabase(), name);
}

/** Lets a database of PostgreSQL call itself another server. */
export async function posing(
  made: DatabaseUnderTest,
  name: PosedServer,
): Promise<DatabaseUnderTest> {
  await onDatabase(made.url, poseAs(name));
  return { ...made, dialect: name };
}

async function mysqlFamilyDatabase(
  dialect: DialectName,
  server: string,
): Promise<DatabaseUnderTest> {
  const name = freshName();
  await onServer(server, `create database ${name} character set utf8mb4`);
  const drop = () => onServer(server, `drop database if exists ${name}`);
  return { dialect, url: withDatabase(server, name), dispose: drop };
}

/**
 * A statement of a server that runs for the given seconds, and fails when it is cancelled: MySQL's
 * sleep alone would not.
 */
export function sleepText(seconds: number): string {
  if (testDialect === 'postgres') return `select pg_sleep(${seconds})`;
  return `select 1 from (select 1) n where sleep(${seconds})`;
}

/** Runs a statement about databases. */
export const onPostgres = (statement: string): Promise<readonly unknown[]> =>
  onDatabase(postgresUrl, statement);

/** Runs statements on a database of PostgreSQL. */
export async function onDatabase(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a statement about databases on the run's MariaDB or MySQL server. */
export const onTestServer = (statement: string): Promise<void> =>
  onServer(testDialect === 'mysql' ? mysqlUrl : mariaUrl, statement);

async function onServer(url: string, statement: string): Promise<void> {
  const connection = await createConnection(url);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function freshName(): string {
  return `resource_api_test_${randomBytes(6).toString('hex')}`;
}

function databaseNamed(text: string): DialectName {
  if (!(text in makers))
    throw new TypeError(`TEST_DATABASE must be ${Object.keys(makers).join(', ')}: ${text}.`);
  if (text === 'mysql' && mysqlUrl === '')
    throw new TypeError('TEST_DATABASE=mysql needs TEST_MYSQL_URL.');
  return text as DialectName;
}
