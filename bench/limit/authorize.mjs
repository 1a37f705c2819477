/**
 * What a server needs that knows who asks: LA2 (`ACCESS=token`) checks the token and reads its user
 * in a round trip before the limit's statement; LA3 (`ACCESS=guard`) also reads what a guard would
 * look at before a write. Writes lock the rows that they refer to.
 */
import { createHash } from 'node:crypto';

const TOKENS = `create table if not exists limit_tokens(
  hash text primary key, user_id varchar(64) not null, expires_at timestamptz not null)`;
const token = {
  name: 'token',
  text: `select u.id, u.name, u.email, u.age from limit_tokens t join users u on u.id = cast(t.user_id as integer)
    where t.hash = $1 and t.expires_at > now()`,
};
const looks = {
  roles: {
    name: 'look_roles',
    text: `select u.id, u.name, u.email, (select array_agg(r.id) from roles r where r.id = any($2::int[])) roles,
      (select array_agg(p.role_id) from role_user p where p.user_id = u.id) attached from users u where u.id = $1`,
  },
  article: { name: 'look_article', text: 'select * from articles where id = $1' },
};
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** Stores the tokens, and adds the checks to the app before its routes. */
export async function authorize(app, query, { ACCESS, BENCH_TOKENS }) {
  await query({ text: TOKENS });
  const store = `insert into limit_tokens select unnest($1::text[]), '1', now() + interval '1 day'`;
  await query({ text: store }, BENCH_TOKENS.split(',').map(digest));
  app.addHook('onRequest', async (request, reply) => {
    const hash = digest(request.headers.authorization?.slice('Bearer '.length) ?? '');
    const [user] = await query(token, hash);
    if (!user) return reply.code(401).send({});
    request.user = user;
  });
  if (ACCESS === 'guard')
    app.addHook('preHandler', (request, reply) => look(query, request, reply));
}

/** Responds with 404 and 422 from what was read, as a guard does. */
async function look(query, { method, params: { id }, body }, reply) {
  if (method === 'PATCH') {
    const [found] = await query(looks.article, Number(id));
    if (!found) return reply.code(404).send({});
  }
  if (body?.roles && id) {
    const [parent] = await query(looks.roles, Number(id), body.roles);
    if (!parent) return reply.code(404).send({});
    if ((parent.roles ?? []).length !== new Set(body.roles).size) return reply.code(422).send({});
  }
}

/** The limit's pivot writes under the locks that keep what was checked true. */
export const lockedWrites = {
  attach: {
    name: 'attach_locked',
    text: `with parent as (select id from users where id = $1 for no key update),
      ends as (select r.id from roles r, parent where r.id = any($2::int[]) for key share of r)
      insert into role_user(user_id, role_id, policy, active)
      select parent.id, ends.id, $3, true from parent, ends
      on conflict (user_id, role_id) do update set policy = excluded.policy returning role_id`,
  },
  sync: {
    name: 'sync_locked',
    text: `with parent as (select id from users where id = $1 for no key update),
      wanted as (select r.id from roles r, parent where r.id = any($2::int[]) for key share of r),
      gone as (delete from role_user where user_id = (select id from parent) and role_id <> all($2::int[]) returning role_id),
      put as (insert into role_user(user_id, role_id) select parent.id, wanted.id from parent, wanted
        on conflict do nothing returning role_id)
      select (select coalesce(json_agg(role_id), '[]') from put) attached, (select coalesce(json_agg(role_id), '[]') from gone) detached`,
  },
};
