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
 * @property {boolean} [isProject] compiled first
 * @property {boolean} [logs] keeps the action log of posts
 */

export const root = fileURLToPath(new URL('..', import.meta.url));
/** The output folder of the compiled project. */
export const compiled = join('var', 'bench', 'app');

const limit = (name, engine, mode, about) => ({
  name,
  engine,
  about,
  command: [process.execPath, join(root, 'bench', 'limit', `${engine}.mjs`)],
  env: { MODE: mode },
  prefix: '',
  headers: {},
  tokens: [],
  isLimit: mode === 'json',
});

/** The number of connections, so that concurrent requests do not share a token. */
const CALLERS = 16;

/** Creates the tokens of the bench's account for every run. */
function project(name, engine, about, logs = false) {
  const tokens = Array.from({ length: CALLERS }, () => randomBytes(32).toString('base64url'));
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
  project('api-pg', 'pg', 'the project on PostgreSQL, with authentication, policies and flags'),
  project('api-pg-log', 'pg', 'the same, with the action log of posts', true),
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
  project('api-sqlite', 'sqlite', 'the project on SQLite, with authentication, policies and flags'),
  project('api-sqlite-log', 'sqlite', 'the same, with the action log of posts', true),
];

/** Returns whether the server's source exists. */
export const exists = (server) =>
  !server.isProject || existsSync(join(root, 'bench', 'server', 'main.ts'));
