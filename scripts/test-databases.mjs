/**
 * Runs the HTTP tests and properties on PostgreSQL and MariaDB, and on MySQL if `TEST_MYSQL_URL` is
 * set. With paths as arguments, only these files, and slow ones only if `TEST_SLOW` asks for them.
 * Fails if a test fails, or if a server cannot be reached.
 */
import { spawnSync } from 'node:child_process';
import mysql from 'mysql2/promise';
import pg from 'pg';

const servers = [
  {
    name: 'postgres',
    url: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test',
    ask: askPostgres,
  },
  {
    name: 'mariadb',
    url: process.env.TEST_MARIADB_URL ?? 'mysql://root@127.0.0.1:3306/test',
    ask: askMysql,
  },
  // No default, because MariaDB uses the same port.
  { name: 'mysql', url: process.env.TEST_MYSQL_URL, ask: askMysql },
].filter(({ url }) => url);

async function askPostgres(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return rows[0].server_version;
}

async function askMysql(url) {
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 3_000 });
  const [rows] = await connection.query('select version() version');
  await connection.end();
  return rows[0].version;
}

const reached = [];
for (const server of servers) {
  try {
    console.log(`${server.name}: reached, version ${await server.ask(server.url)}`);
    reached.push(server);
  } catch (error) {
    console.log(`${server.name}: NOT reached (${error.code ?? error.message})`);
  }
}

/** Tests that do not depend on the database. `npm test` and `npm run test:slow` run them once. */
const withoutDatabase = [
  '--testPathIgnorePatterns',
  'test/property/(pipeline|rules)/',
  'test/e2e/definition/(?!scopes)',
  'test/e2e/(guide|http|metrics|options|package|pipeline|rates|registry)/',
  'test/e2e/(app/(connections|stopping)|auth/(access|unguarded-routes)|demo/stopping)',
  'test/e2e/reference/(document|page)',
];

const paths = process.argv.slice(2);
const isWhole = paths.length === 0;
const tests = isWhole ? ['test/e2e', 'test/property', ...withoutDatabase] : paths;

const failed = reached.filter(({ name }) => {
  console.log(`\nThe HTTP tests on ${name}:`);
  const jest = ['node_modules/jest/bin/jest.js', ...tests];
  return (
    spawnSync(process.execPath, jest, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE: name, ...(isWhole && { TEST_SLOW: 'too' }) },
    }).status !== 0
  );
});

const summary = servers.map(({ name }) => {
  const outcome = failed.some((server) => server.name === name) ? 'failed' : 'passed';
  return `${name}: ${reached.some((server) => server.name === name) ? outcome : 'not reached'}`;
});
console.log(`\n${summary.join('\n')}`);
process.exitCode = failed.length > 0 || reached.length < servers.length ? 1 : 0;
