/**
 * The limit on PostgreSQL: bare Fastify and pg, named prepared statements.
 * L (`MODE=json`): PostgreSQL builds the JSON text, which passes through unparsed.
 * L2 (`MODE=rows`): one statement a level, nested here.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { commentObject, groupBy, postObject, roleObject, userObject } from './resource-objects.mjs';
import { PAGE, postgresJson, postgresRows } from './sql.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
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
  return { data: userObject(user, { posts: posts.map((row) => postObject(row)), roles: roles.map(roleObject) }) };
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
  const comments = groupBy(await query(postgresRows.comments, keys(posts)), 'post_id', commentObject);
  const nested = groupBy(posts, 'user_id', (row) => postObject(row, { comments: comments.get(row.id) ?? [] }));
  return users.map((row) => userObject(row, { posts: nested.get(row.id) ?? [] }));
}

const app = Fastify();
app.get('/users/:id', process.env.MODE === 'json' ? showJson : showRows);
app.get('/users', process.env.MODE === 'json' ? indexJson : indexRows);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
