import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A server that is measured. It is started with `PORT` and `DATABASE_URL`, and has the bench's
 * routes behind its prefix.
 *
 * @typedef {object} Server
 * @property {string} name
 * @property {'pg' | 'sqlite'} engine
 * @property {string} about
 * @property {readonly string[]} command
 * @property {Record<string, string>} env
 * @property {string} prefix
 * @property {Record<string, string>} headers that a request carries when answers are checked
 * @property {readonly string[]} tokens of the callers who load it, one after another; none: nobody
 * signs in
 * @property {boolean} [isLimit] what the engine's other servers are held against
 * @property {boolean} [isProject] compiled first
 * @property {boolean} [logs] keeps the log of what is done to posts
 */

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Where the project is compiled to. */
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

/** As many as there are connections: no two requests under way share a token. */
const CALLERS = 16;

/** The server takes the tokens of the bench's account from here, anew for every run. */
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
  limit('L', 'pg', 'json', 'the limit: bare Fastify and pg, PostgreSQL builds the JSON text'),
  limit('L2', 'pg', 'rows', 'bare Fastify and pg, one statement a level, nested in JavaScript'),
  project('api-pg', 'pg', 'the project on PostgreSQL, with authentication, policies and flags'),
  project('api-pg-log', 'pg', 'the same, which keeps the log of what is done to posts', true),
  limit(
    'LS',
    'sqlite',
    'json',
    'the limit: bare Fastify and better-sqlite3, SQLite builds the JSON text',
  ),
  limit(
    'LS2',
    'sqlite',
    'rows',
    'bare Fastify and better-sqlite3, one statement a parent, nested in JavaScript',
  ),
  project('api-sqlite', 'sqlite', 'the project on SQLite, with authentication, policies and flags'),
  project(
    'api-sqlite-log',
    'sqlite',
    'the same, which keeps the log of what is done to posts',
    true,
  ),
];

/** Whether the server's source is there. */
export const exists = (server) =>
  !server.isProject || existsSync(join(root, 'bench', 'server', 'main.ts'));
