/**
 * The limit on SQLite: bare Fastify and better-sqlite3. LS (`MODE=json`): SQLite builds the JSON,
 * which is sent without parsing it. LS2 (`MODE=rows`): a prepared statement for each parent, nested
 * here. LSlog (`LOGGED`): writes also insert a row of a log.
 */
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { CHUNK } from '../requests.mjs';
import { sqliteArticles, sqliteLogged } from './logged-sql.mjs';
import { commentObject, postObject, roleObject, userObject } from './resource-objects.mjs';
import { PAGE, sqliteJson, sqliteRows, sqliteWrites } from './sql.mjs';

const database = new Database(process.env.DATABASE_URL.replace(/^sqlite:/, ''));
for (const pragma of [
  'journal_mode=WAL',
  'synchronous=NORMAL',
  'cache_size=-262144',
  'mmap_size=1073741824',
])
  database.pragma(pragma);
const logs = process.env.LOGGED === 'true';
const offset = (request) => ((Number(request.query.page) || 1) - 1) * PAGE;

const send = (reply, text) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text);

function json() {
  const [show, nested, index, matching] = ['show', 'nested', 'index', 'matching'].map((name) =>
    database.prepare(sqliteJson[name]).pluck(),
  );
  return {
    show: (request, reply) => send(reply, `{"data":${show.get(Number(request.params.id))}}`),
    index(request, reply) {
      const part = request.query['filter[email][like]'];
      if (part) return send(reply, matching.get(`%${part}%`, `%${part}%`, offset(request)));
      return send(
        reply,
        request.query.include
          ? `{"data":${nested.get(offset(request))}}`
          : index.get(offset(request)),
      );
    },
  };
}

function rows() {
  const prepared = Object.fromEntries(
    Object.entries(sqliteRows).map(([name, text]) => [name, database.prepare(text)]),
  );
  prepared.total.pluck();
  const commented = (post) =>
    postObject(post, { comments: prepared.comments.all(post.id).map(commentObject) });
  const relationships = (id) => ({
    posts: prepared.posts.all(id).map((row) => postObject(row)),
    roles: prepared.roles.all(id).map(roleObject),
  });
  const nested = (user) => userObject(user, { posts: prepared.posts.all(user.id).map(commented) });
  return {
    show(request, reply) {
      const id = Number(request.params.id);
      return reply.send({ data: userObject(prepared.user.get(id), relationships(id)) });
    },
    index(request, reply) {
      const users = prepared.users.all(offset(request));
      if (request.query.include) return reply.send({ data: users.map(nested) });
      return reply.send({
        meta: { total: prepared.total.get() },
        data: users.map((row) => userObject(row)),
      });
    },
  };
}

const { table, ...loggedWrites } = sqliteLogged;
if (logs) for (const text of table) database.exec(text);
const writes = Object.fromEntries(
  Object.entries({ ...sqliteWrites, ...sqliteArticles, ...(logs && loggedWrites) }).map(
    ([name, text]) => [name, database.prepare(text)],
  ),
);
writes.attached.pluck();
writes.article.pluck();

const attachRoles = database.transaction((user, roles, policy) => {
  for (const role of roles) writes.attach.run(user, role, policy);
  return { attached: roles };
});

const syncRoles = database.transaction((user, roles) => {
  const before = writes.attached.all(user);
  const detached = before.filter((role) => !roles.includes(role));
  const attached = roles.filter((role) => !before.includes(role));
  for (const role of detached) writes.detach.run(user, role);
  for (const role of attached) writes.attach.run(user, role, null);
  return { attached, detached };
});

const viewsJson = (views) => `{"views":${views}}`;

const changeChunk = database.transaction((rows, batch) => {
  for (const { id, views } of rows) {
    const changed = (views + 1) % 1000;
    writes.change.run(changed, id);
    if (logs) writes.changed.run(id, viewsJson(views), viewsJson(changed), batch);
  }
});

const storeArticle = database.transaction(({ user_id, title, description, views }) => {
  const now = new Date().toISOString();
  const { lastInsertRowid: id } = writes.store.run(user_id, title, description, views, now, now);
  if (logs) writes.stored.run(randomUUID(), id);
  return writes.article.get(id);
});

const patchArticle = database.transaction((id, { title, views }) => {
  if (logs) writes.patched.run(title, views, randomUUID(), id);
  writes.patch.run(title, views, new Date().toISOString(), id);
  return writes.article.get(id);
});

function countViews() {
  let changed = 0;
  const batch = randomUUID();
  for (
    let rows = writes.chunk.all(0, CHUNK);
    rows.length > 0;
    rows = writes.chunk.all(rows.at(-1).id, CHUNK)
  ) {
    changeChunk.immediate(rows, batch);
    changed += rows.length;
  }
  return { changed };
}

const { show, index } = process.env.MODE === 'json' ? json() : rows();
const app = Fastify();
app.get('/articles/:id', ({ params }, reply) => send(reply, writes.article.get(Number(params.id))));
app.post('/articles', ({ body }, reply) => send(reply.code(201), storeArticle.immediate(body)));
app.patch('/articles/:id', ({ params, body }, reply) =>
  send(reply, patchArticle.immediate(Number(params.id), body)),
);
app.get('/users/:id', show);
app.get('/users', index);
app.post('/users/:id/attach/roles', async ({ params, body }) =>
  attachRoles.immediate(Number(params.id), body.roles, body.policy),
);
app.post('/users/:id/sync/roles', async ({ params, body }) =>
  syncRoles.immediate(Number(params.id), body.roles),
);
app.post('/posts/actions', async () => countViews());
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
