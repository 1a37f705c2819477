/**
 * The limit on SQLite: bare Fastify and better-sqlite3. LS (`MODE=json`): SQLite builds the JSON,
 * which is sent without parsing it. LS2 (`MODE=rows`): a prepared statement for each parent, nested
 * here. With `LOGGED=true`, writes keep a log, as the project does.
 */
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import Database from '../better-sqlite3.mjs';
import { CHUNK } from '../requests.mjs';
import { commentObject, postObject, roleObject, userObject } from './resource-objects.mjs';
import { PAGE, sqliteJson, sqliteLog, sqliteRows, sqliteWrites } from './sql.mjs';

const database = new Database(process.env.DATABASE_URL.replace(/^sqlite:/, ''));
for (const pragma of [
  'journal_mode=WAL',
  'synchronous=NORMAL',
  'cache_size=-262144',
  'mmap_size=1073741824',
])
  database.pragma(pragma);
const offset = (request) => ((Number(request.query.page) || 1) - 1) * PAGE;

function json() {
  const [show, nested, index, matching] = ['show', 'nested', 'index', 'matching'].map((name) =>
    database.prepare(sqliteJson[name]).pluck(),
  );
  const send = (reply, text) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text);
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

const writes = Object.fromEntries(
  Object.entries(sqliteWrites).map(([name, text]) => [name, database.prepare(text)]),
);
for (const name of ['attached', 'store', 'patch']) writes[name].pluck();

/** Writes a row of the log: `values` are the action, the key, and the fields before and after. */
const log = keepsLog() && database.prepare(sqliteLog.insert);
const titleOf = database.prepare(sqliteLog.title).pluck();

function keepsLog() {
  if (process.env.LOGGED !== 'true') return false;
  database.exec(sqliteLog.table);
  return true;
}

function addLog(name, id, original, changes, batch) {
  log.run(name, String(id), JSON.stringify(original), JSON.stringify(changes), batch);
}

const storePost = database.transaction(({ title, description, views }) => {
  const written = writes.store.get(title, description, views);
  const changes = { user_id: 1, title, description, views };
  if (log) addLog('Stored', JSON.parse(written).id, {}, changes, randomUUID());
  return written;
});

const patchPost = database.transaction((id, title) => {
  const original = log && titleOf.get(id);
  const written = writes.patch.get(title, id);
  if (log) addLog('Updated', id, { title: original }, { title }, randomUUID());
  return written;
});

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

const changeChunk = database.transaction((rows, batch) => {
  for (const { id, views } of rows) {
    const counted = (views + 1) % 1000;
    writes.change.run(counted, id);
    if (log) addLog('count-views', id, { views }, { views: counted }, batch);
  }
});

function countViews() {
  const batch = randomUUID();
  let changed = 0;
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

const sendRecord = (reply, json) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(`{"data":${json}}`);

const { show, index } = process.env.MODE === 'json' ? json() : rows();
const app = Fastify();
app.get('/users/:id', show);
app.get('/users', index);
app.post('/users/:id/attach/roles', async ({ params, body }) =>
  attachRoles.immediate(Number(params.id), body.roles, body.policy),
);
app.post('/users/:id/sync/roles', async ({ params, body }) =>
  syncRoles.immediate(Number(params.id), body.roles),
);
app.post('/posts', (request, reply) =>
  sendRecord(reply.code(201), storePost.immediate(request.body)),
);
app.patch('/posts/:id', ({ params, body }, reply) =>
  sendRecord(reply, patchPost.immediate(Number(params.id), body.title)),
);
app.post('/posts/actions', async () => countViews());
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
