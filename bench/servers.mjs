import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
 * @property {readonly string[]} [others] tokens of other users
 * @property {boolean} [isLimit] the engine's other servers are compared with it
 * @property {boolean} [isProject] compiled first
 * @property {string} [folder] of the project's checkout
 * @property {boolean} [logs] keeps the action log of posts
 * @property {boolean} [nests] nests rows in JavaScript: measured with the reads of short runs
 * @property {boolean} [knowsCallers] the limit that does not leave out who asks
 * @property {boolean} [onlyNamed] only measured if it is named
 * @property {boolean} [looks] reads the records of a write before it: measured with the writes whose
 * policy looks at them
 */

export const root = fileURLToPath(new URL('..', import.meta.url));
/** The output folder of the compiled project. */
export const compiled = join('var', 'bench', 'app');

/** The number of connections, so that concurrent requests do not share a token. */
const CALLERS = 16;

/** The tokens of a server, which it stores when it starts: new ones for every run. */
function callers() {
  const tokens = Array.from({ length: CALLERS }, () => randomBytes(32).toString('base64url'));
  return { tokens, headers: { authorization: `Bearer ${tokens[0]}` } };
}

function limit(name, engine, about, { env = {}, isLimit = false, ...more } = {}) {
  return {
    name,
    engine,
    about,
    command: [process.execPath, join(root, 'bench', 'limit', `${engine}.mjs`)],
    env: { MODE: 'json', ...env },
    prefix: '',
    headers: {},
    tokens: [],
    isLimit,
    ...more,
  };
}

/** The limit behind a token. */
function authorized(name, about, { env = {}, ...more } = {}) {
  const { tokens, headers } = callers();
  const server = limit(name, 'pg', about, {
    env: { BENCH_TOKENS: tokens.join(), ...env },
    ...more,
  });
  return { ...server, tokens, headers };
}

/** The project, with callers who are all the bench's account, and further ones of other users. */
function project(name, engine, about, { logs = false, folder = root } = {}) {
  const { tokens, headers } = callers();
  const others = callers().tokens;
  return {
    name,
    engine,
    about,
    logs,
    folder,
    command: [process.execPath, join(folder, compiled, 'bench', 'server', 'main.js')],
    env: {
      BENCH_TOKENS: tokens.join(),
      BENCH_OTHER_TOKENS: others.join(),
      BENCH_LOGGED: String(logs),
    },
    prefix: '/api',
    headers,
    tokens,
    others,
    isProject: true,
  };
}

/** Another checkout of the project, to be measured beside this one. */
const before = (folder) => [
  project('before-pg', 'pg', 'the project before the change', { folder }),
  project('before-pg-log', 'pg', 'the same, with the action log', { folder, logs: true }),
  project('before-sqlite', 'sqlite', 'the project before the change', { folder }),
  project('before-sqlite-log', 'sqlite', 'the same, with the action log', { folder, logs: true }),
];

/** @type {readonly Server[]} */
export const servers = [
  limit('L', 'pg', 'the limit: bare Fastify and pg, PostgreSQL builds the JSON', { isLimit: true }),
  limit('L2', 'pg', 'bare Fastify and pg, one statement per level, nested in JavaScript', {
    env: { MODE: 'rows' },
    nests: true,
    onlyNamed: true,
  }),
  authorized('LA2', 'L behind a token, which is read with its user: two round trips', {
    knowsCallers: true,
  }),
  authorized('LA3', 'LA2, which reads the records of a write before it: three round trips', {
    env: { LOOKS: 'true' },
    looks: true,
  }),
  authorized('LN', 'LA3 in Nest: a guard, an interceptor and a controller', {
    env: { LOOKS: 'true', NEST: 'true' },
    onlyNamed: true,
  }),
  limit('Llog', 'pg', 'L with a row of a log for each written record, in the same statement', {
    env: { LOGGED: 'true' },
    isLimit: true,
    logs: true,
  }),
  project('api-pg', 'pg', 'the project on PostgreSQL, with authentication, policies and flags'),
  project('api-pg-log', 'pg', 'the same, with the action log of posts', { logs: true }),
  limit('LS', 'sqlite', 'the limit: bare Fastify and better-sqlite3, SQLite builds the JSON', {
    isLimit: true,
  }),
  limit(
    'LS2',
    'sqlite',
    'bare Fastify and better-sqlite3, one statement per parent, nested in JavaScript',
    { env: { MODE: 'rows' }, nests: true, onlyNamed: true },
  ),
  limit('LSlog', 'sqlite', 'LS with a row of a log for each written record', {
    env: { LOGGED: 'true' },
    isLimit: true,
    logs: true,
  }),
  project('api-sqlite', 'sqlite', 'the project on SQLite, with authentication, policies and flags'),
  project('api-sqlite-log', 'sqlite', 'the same, with the action log of posts', { logs: true }),
  ...(process.env.BENCH_BEFORE ? before(resolve(process.env.BENCH_BEFORE)) : []),
];

/** Returns whether the server's source exists. */
export const exists = (server) =>
  !server.isProject || existsSync(join(server.folder, 'bench', 'server', 'main.ts'));
