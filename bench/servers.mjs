import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A measured server. It is started with `PORT` and `DATABASE_URL`, and has the bench's routes under
 * its prefix.
 *
 * @typedef {object} Server
 * @property {string} name
 * @property {'pg' | 'sqlite'} engine
 * @property {string} about
 * @property {readonly string[]} command
 * @property {Record<string, string>} env
 * @property {string} prefix
 * @property {Record<string, string>} headers of the requests that check responses
 * @property {readonly string[]} tokens of the callers that load it, one after another; empty
 * without authentication
 * @property {boolean} [isLimit] the engine's other servers are compared with it
 * @property {'token' | 'guard'} [access] a limit that checks tokens; with `guard` it also reads
 * what a guard would look at before a write
 * @property {boolean} [isProject] compiled first
 * @property {boolean} [logs] writes rows of a log
 */

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The command that starts the demo as it is built, from any folder. */
export const startsDemo = [
  ...[process.execPath, join(root, 'dist/src/cli/main.js'), 'start'],
  ...['--deployment', join(root, 'dist/demo/deployment.js')],
];
/** The output folder of the compiled project. */
export const compiled = join('var', 'bench', 'app');

const limit = (name, engine, mode, about, logs = false) => ({
  name,
  engine,
  about,
  logs,
  command: [process.execPath, join(root, 'bench', 'limit', `${engine}.mjs`)],
  env: { MODE: mode, ...(logs && { LOGGED: 'true' }) },
  prefix: '',
  headers: {},
  tokens: [],
  isLimit: mode === 'json',
});

/** The number of connections, so that concurrent requests do not share a token. */
const CALLERS = 16;

const createTokens = () =>
  Array.from({ length: CALLERS }, () => randomBytes(32).toString('base64url'));

/** The limit behind tokens of user 1, which it creates in a table of its own. */
function authorized(name, access, about) {
  const tokens = createTokens();
  return {
    ...limit(name, 'pg', 'json', about),
    isLimit: false,
    access,
    env: { MODE: 'json', ACCESS: access, BENCH_TOKENS: tokens.join() },
    headers: { authorization: `Bearer ${tokens[0]}` },
    tokens,
  };
}

/** Creates the tokens of the bench's account for every run. */
function project(name, engine, about, logs = false) {
  const tokens = createTokens();
  return {
    name,
    engine,
    about,
    logs,
    command: [process.execPath, join(root, compiled, 'bench', 'server', 'main.js')],
    env: { BENCH_TOKENS: tokens.join(), BENCH_LOGGED: String(logs) },
    prefix: '/api',
    headers: { authorization: `Bearer ${tokens[0]}` },
    tokens,
    isProject: true,
  };
}

/** @type {readonly Server[]} */
export const servers = [
  limit('L', 'pg', 'json', 'the limit: bare Fastify and pg, PostgreSQL builds the JSON'),
  limit('L2', 'pg', 'rows', 'bare Fastify and pg, one statement per level, nested in JavaScript'),
  limit('Llog', 'pg', 'json', 'the same, which also writes a row of a log per record', true),
  authorized('LA2', 'token', 'the limit behind a token: two round trips'),
  authorized('LA3', 'guard', 'the same with what a guard would read before a write: three'),
  project('api-pg', 'pg', 'the project on PostgreSQL, with authentication, policies and flags'),
  project('api-pg-log', 'pg', 'the same, with the action log', true),
  limit(
    'LS',
    'sqlite',
    'json',
    'the limit: bare Fastify and better-sqlite3, SQLite builds the JSON',
  ),
  limit(
    'LS2',
    'sqlite',
    'rows',
    'bare Fastify and better-sqlite3, one statement per parent, nested in JavaScript',
  ),
  limit('LSlog', 'sqlite', 'json', 'the same, which also writes a row of a log per record', true),
  project('api-sqlite', 'sqlite', 'the project on SQLite, with authentication, policies and flags'),
  project('api-sqlite-log', 'sqlite', 'the same, with the action log', true),
];

/** Returns whether the server's source exists. */
export const exists = (server) =>
  !server.isProject || existsSync(join(root, 'bench', 'server', 'main.ts'));
