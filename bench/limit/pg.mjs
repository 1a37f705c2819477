/**
 * The limit on PostgreSQL: bare Fastify and pg, named prepared statements. L (`MODE=json`):
 * PostgreSQL builds the JSON, which is sent without parsing it. L2 (`MODE=rows`): one statement per
 * level, nested here. Writes are the same in both. Llog (`LOGGED`): writes also insert a row of a
 * log. LA2 and LA3 (`ACCESS`): see authorize.mjs.
 */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { CHUNK } from '../requests.mjs';
import { authorize, lockedWrites } from './authorize.mjs';
import { postgresArticles, postgresLogged } from './logged-sql.mjs';
import { commentObject, groupBy, postObject, roleObject, userObject } from './resource-objects.mjs';
import { PAGE, postgresJson, postgresRows, postgresWrites } from './sql.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const query = async (statement, ...values) => (await pool.query({ ...statement, values })).rows;
const logs = process.env.LOGGED === 'true';
const pivots = process.env.ACCESS ? lockedWrites : postgresWrites;
const articles = { ...postgresArticles, ...(logs && postgresLogged) };
/** The batch of a row of the log, last among the values. */
const batch = () => (logs ? [randomUUID()] : []);
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

async function attach(request, reply) {
  const { roles, policy } = request.body;
  const rows = await query(pivots.attach, Number(request.params.id), roles, policy);
  if (rows.length !== roles.length) reply.code(422);
  return { attached: rows.map((row) => row.role_id) };
}

const sync = async (request) =>
  (await query(pivots.sync, Number(request.params.id), request.body.roles))[0];

/** The new value is computed here, as in a handler; a chunk has two statements. */
async function countViews() {
  let changed = 0;
  let last = 0;
  const ofBatch = batch();
  const change = logs ? postgresLogged.change : postgresWrites.change;
  for (;;) {
    const rows = await query(postgresWrites.chunk, last, CHUNK);
    if (rows.length === 0) return { changed };
    await query(
      change,
      keys(rows),
      rows.map(({ views }) => (views + 1) % 1000),
      ...ofBatch,
    );
    last = rows.at(-1).id;
    changed += rows.length;
  }
}

/** Sends the JSON of the statement's only row. */
async function sendArticle(reply, ...statement) {
  const [row] = await query(...statement);
  reply.header('content-type', 'application/json; charset=utf-8');
  return row.j;
}

const storeArticle = ({ body: { user_id, title, description, views } }, reply) =>
  sendArticle(reply.code(201), articles.store, user_id, title, description, views, ...batch());

const patchArticle = ({ params: { id }, body: { title, views } }, reply) =>
  sendArticle(reply, articles.patch, Number(id), title, views, ...batch());

const app = Fastify();
if (logs) for (const text of postgresLogged.table) await query({ text });
if (process.env.ACCESS) await authorize(app, query, process.env);
app.get('/articles/:id', ({ params }, reply) =>
  sendArticle(reply, articles.article, Number(params.id)),
);
app.post('/articles', storeArticle);
app.patch('/articles/:id', patchArticle);
app.get('/users/:id', process.env.MODE === 'json' ? showJson : showRows);
app.get('/users', process.env.MODE === 'json' ? indexJson : indexRows);
app.post('/users/:id/attach/roles', attach);
app.post('/users/:id/sync/roles', sync);
app.post('/posts/actions', countViews);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
