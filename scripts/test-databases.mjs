/**
 * Runs the HTTP tests and properties on PostgreSQL, MariaDB and MySQL, as far as they can be
 * reached, and lists which. Fails if a test fails, or if no server can be reached. With `--all`, it
 * also fails, before any test, if one of them cannot be reached.
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
];

async function askPostgres(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect();
  const { rows } = await client.query('show server_version');
  await client.end();
  return rows[0].server_version;
}

async function askMysql(url) {
  if (!url) throw new Error('TEST_MYSQL_URL is not set');
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 3_000 });
  const [rows] = await connection.query('select version() version');
  await connection.end();
  return rows[0].version;
}

const needsAll = process.argv.includes('--all');
const jestArguments = process.argv.slice(2).filter((argument) => argument !== '--all');

const reached = [];
for (const server of servers) {
  try {
    console.log(`${server.name}: reached, version ${await server.ask(server.url)}`);
    reached.push(server);
  } catch (error) {
    console.log(`${server.name}: NOT reached (${error.code ?? error.message})`);
  }
}

if (needsAll && reached.length < servers.length) {
  const missing = servers.filter((server) => !reached.includes(server)).map(({ name }) => name);
  console.error(`\nWith --all, each database must be reached. Missing: ${missing.join(', ')}.`);
  process.exit(1);
}

/** Tests that do not depend on the database. `npm test` and `npm run test:slow` run them once. */
const withoutDatabase = [
  'test/property/{rules,request}/**',
  'test/e2e/{access,definitions,explorer,guide,hosted,http,limits,metrics,package}/**',
  'test/e2e/{object-storage,rates,readme,redis,reference,testing}/**',
  'test/e2e/auth/throttle*',
  'test/e2e/client/{command,compile}*',
  'test/e2e/files/{full-disk,leaving,receiving,serving}*',
  'test/e2e/performance/stages*',
  'test/e2e/recipes/{document-field,error-code,page-size,rule,response-header}*',
  'test/e2e/running/{building,closed-pipe,connections,logging,start-command,stopping}*',
  'test/e2e/telemetry/{own-sdk,packages}*',
  'test/e2e/demo/stopping*',
];

const excluded = [...withoutDatabase, process.env.TEST_EXCLUDE ?? ''].join(' ');

const failed = reached.filter(({ name }) => {
  console.log(`\nThe HTTP tests on ${name}:`);
  const jest = ['node_modules/jest/bin/jest.js', 'test/e2e', 'test/property', ...jestArguments];
  return (
    spawnSync(process.execPath, jest, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE: name, TEST_SLOW: 'too', TEST_EXCLUDE: excluded },
    }).status !== 0
  );
});

const summary = servers.map(({ name }) => {
  const outcome = failed.some((server) => server.name === name) ? 'failed' : 'passed';
  return `${name}: ${reached.some((server) => server.name === name) ? outcome : 'not reached'}`;
});
console.log(`\n${summary.join('\n')}`);
process.exitCode = failed.length > 0 || reached.length === 0 ? 1 : 0;
