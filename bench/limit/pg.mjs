/**
 * The limit on PostgreSQL: bare Fastify and pg, named prepared statements. L (`MODE=json`):
 * PostgreSQL builds the JSON, which is sent without parsing it. L2 (`MODE=rows`): one statement per
 * level, nested here. Writes are the same in both. With `BENCH_TOKENS`, every request has one of
 * these tokens, which is read with its user before the request is served; with `LOOKS=true`, writes
 * first read what a policy would look at; with `LOGGED=true`, writes keep a log, as the project does.
 * With `NEST=true`, Nest serves the same.
 */
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { CHUNK } from '../requests.mjs';
import { commentObject, groupBy, postObject, roleObject, userObject } from './resource-objects.mjs';
import {
  insertToken,
  PAGE,
  postgresJson,
  postgresLoggedWrites,
  postgresLooks,
  postgresRows,
  postgresTables,
  postgresToken,
  postgresWrites,
} from './sql.mjs';

const { DATABASE_URL, MODE, PORT } = process.env;
const tokens = process.env.BENCH_TOKENS?.split(',') ?? [];
const looks = process.env.LOOKS === 'true';
const logged = process.env.LOGGED === 'true';
const writes = logged ? postgresLoggedWrites : postgresWrites;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const query = async (statement, ...values) => (await pool.query({ ...statement, values })).rows;
const offset = (request) => ((Number(request.query.page) || 1) - 1) * PAGE;
const keys = (rows) => rows.map((row) => row.id);

async function showJson(request, reply) {
  const [row] = await query(postgresJson.show, Number(request.params.id));
  reply.header('content-type', 'application/json; charset=utf-8');
  return `{"data":${row.j}}`;
}

async function indexJson(request, reply) {
  reply.header('content-type', 'application/json; charset=utf-8');
  const part = request.query['filter[email][like]'];
  if (part) return (await query(postgresJson.matching, offset(request), `%${part}%`))[0].j;
  if (!request.query.include) return (await query(postgresJson.index, offset(request)))[0].j;
  return `{"data":${(await query(postgresJson.nested, offset(request)))[0].j}}`;
}

async function showRows(request) {
  const id = Number(request.params.id);
  const [[user], posts, roles] = await Promise.all([
    query(postgresRows.user, id),
    query(postgresRows.posts, [id]),
    query(postgresRows.roles, [id]),
  ]);
  return {
    data: userObject(user, {
      posts: posts.map((row) => postObject(row)),
      roles: roles.map(roleObject),
    }),
  };
}

async function indexRows(request) {
  if (request.query.include) return { data: await nestedRows(request) };
  const [users, [{ total }]] = await Promise.all([
    query(postgresRows.users, offset(request)),
    query(postgresRows.total),
  ]);
  return { meta: { total }, data: users.map((row) => userObject(row)) };
}

async function nestedRows(request) {
  const users = await query(postgresRows.users, offset(request));
  const posts = await query(postgresRows.posts, keys(users));
  const comments = groupBy(
    await query(postgresRows.comments, keys(posts)),
    'post_id',
    commentObject,
  );
  const nested = groupBy(posts, 'user_id', (row) =>
    postObject(row, { comments: comments.get(row.id) ?? [] }),
  );
  return users.map((row) => userObject(row, { posts: nested.get(row.id) ?? [] }));
}

/** Reads the records of a write before it, if the server looks at them. */
async function found(reply, statement, ...values) {
  if (!looks || (await query(statement, ...values)).length > 0) return true;
  reply.code(404);
  return false;
}

async function attach({ params, body: { roles, policy } }, reply) {
  const id = Number(params.id);
  if (!(await found(reply, postgresLooks.roles, id, roles))) return {};
  const rows = await query(postgresWrites.attach, id, roles, policy);
  if (rows.length !== roles.length) reply.code(422);
  return { attached: rows.map((row) => row.role_id) };
}

async function sync({ params, body: { roles } }, reply) {
  const id = Number(params.id);
  if (!(await found(reply, postgresLooks.roles, id, roles))) return {};
  return (await query(postgresWrites.sync, id, roles))[0];
}

/** The last parameter of statements that keep a log. */
const batch = () => (logged ? [randomUUID()] : []);

async function store({ body: { title, description, views } }, reply) {
  const [row] = await query(writes.store, title, description, views, ...batch());
  reply.code(201).header('content-type', 'application/json; charset=utf-8');
  return `{"data":${row.j}}`;
}

async function patch({ params, body: { title } }, reply) {
  const id = Number(params.id);
  if (!(await found(reply, postgresLooks.post, id))) return {};
  const [row] = await query(writes.patch, id, title, ...batch());
  reply.header('content-type', 'application/json; charset=utf-8');
  return `{"data":${row.j}}`;
}

/** The new value is computed here, as in a handler; a chunk has two statements. */
async function countViews() {
  const run = batch();
  let changed = 0;
  let last = 0;
  for (;;) {
    const rows = await query(writes.chunk, last, CHUNK);
    if (rows.length === 0) return { changed };
    const views = rows.map((row) => row.views);
    const counted = views.map((count) => (count + 1) % 1000);
    await query(writes.change, keys(rows), counted, ...(logged ? [views, ...run] : []));
    last = rows.at(-1).id;
    changed += rows.length;
  }
}

const digest = (token) => createHash('sha256').update(token).digest('hex');

async function findUser(request) {
  const token = request.headers.authorization?.slice('Bearer '.length);
  const [user] = token ? await query(postgresToken, digest(token)) : [];
  return user;
}

async function authenticate(request, reply) {
  request.user = await findUser(request);
  if (!request.user) return reply.code(401).send({});
}

/** @type {readonly [verb: string, path: string, handler: Function][]} */
const routes = [
  ['GET', '/users/:id', MODE === 'json' ? showJson : showRows],
  ['GET', '/users', MODE === 'json' ? indexJson : indexRows],
  ['POST', '/users/:id/attach/roles', attach],
  ['POST', '/users/:id/sync/roles', sync],
  ['POST', '/posts', store],
  ['PATCH', '/posts/:id', patch],
  ['POST', '/posts/actions', countViews],
];

async function serve() {
  const app = Fastify();
  if (tokens.length > 0) app.addHook('onRequest', authenticate);
  for (const [method, url, handler] of routes) app.route({ method, url, handler });
  await app.listen({ port: Number(PORT), host: '127.0.0.1' });
}

if (logged) await pool.query(postgresTables.log);
if (tokens.length > 0) await pool.query(postgresTables.tokens);
for (const token of tokens) await query(insertToken, digest(token));

if (process.env.NEST === 'true') {
  const { serveWithNest } = await import('./serve-with-nest.mjs');
  await serveWithNest(routes, findUser, PORT);
} else await serve();
