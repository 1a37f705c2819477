/**
 * The limit's handwritten statements. The order is that of the contract (key, descending), so that
 * limit and project return the same records. On PostgreSQL 15, strings concatenated around
 * `row_to_json` were the fastest (R2: 1.52 ms per statement; `row_to_json` alone 1.78,
 * `json_build_object` 2.07).
 */

/** Records on a page, and related records of one parent. */
export const PAGE = 15;

const flags =
  '{"authorizedToShow":true,"authorizedToStore":true,"authorizedToUpdate":true,"authorizedToDelete":true}';

const list = (element) => `'['||coalesce(string_agg(${element},','),'')||']'`;
const userHead = `'{"id":"'||u.id||'","type":"users","attributes":'||row_to_json(ua)`;
const userColumns = `cross join lateral (select u.name,u.email,u.age,u.avatar,u.created_at,u.updated_at) ua`;
const postHead = `'{"id":"'||x.id||'","type":"posts","attributes":'||row_to_json(xa)`;
const postsOfUser = `(select * from posts where user_id=u.id order by id desc limit ${PAGE}) x
  cross join lateral (select x.user_id,x.title,x.description,x.views,x.created_at,x.updated_at) xa`;
const commentsOfPost = `select ${list(`'{"id":"'||y.id||'","type":"comments","attributes":'||row_to_json(ya)||'}'`)} j
  from (select * from comments where post_id=x.id order by id desc limit ${PAGE}) y
  cross join lateral (select y.post_id,y.user_id,y.comment,y.created_at) ya`;
const roleText = `'{"id":"'||r.id||'","type":"roles","attributes":'||row_to_json(ra)||',"pivots":'||row_to_json(rp)||'}'`;
/**
 * A plain join may become a hash join, which loses the order of the pivot rows; sorting them
 * afterwards costs more.
 */
const roleOf = (pivot) =>
  `cross join lateral (select * from roles where id=${pivot}.role_id offset 0) r`;
const rolesOfUser = `select ${list(roleText)} j
  from (select * from role_user where user_id=u.id order by role_id desc limit ${PAGE}) ru ${roleOf('ru')}
  cross join lateral (select r.name,r.created_at) ra cross join lateral (select ru.policy,ru.active) rp`;
const usersPage = `(select * from users order by id desc limit ${PAGE} offset $1) u`;
const matching = 'from users where email like $2';
const matchingPage = `(select * ${matching} order by age desc nulls last, id desc limit ${PAGE} offset $1) u`;

/** PostgreSQL builds the JSON; one named statement per request. */
export const postgresJson = {
  show: {
    name: 'json_show',
    text: `select ${userHead}||',"relationships":{"posts":'||p.j||',"roles":'||q.j||'},"meta":${flags}}' j from users u ${userColumns}
      cross join lateral (select ${list(`${postHead}||'}'`)} j from ${postsOfUser}) p cross join lateral (${rolesOfUser}) q where u.id=$1`,
  },
  nested: {
    name: 'json_nested',
    text: `select ${list(`${userHead}||',"relationships":{"posts":'||p.j||'},"meta":${flags}}'`)} j from ${usersPage} ${userColumns}
      cross join lateral (select ${list(`${postHead}||',"relationships":{"comments":'||c.j||'}}'`)} j
        from ${postsOfUser} cross join lateral (${commentsOfPost}) c) p`,
  },
  index: {
    name: 'json_index',
    text: `select '{"meta":{"total":'||(select count(*) from users)||'},"data":'
      ||(select ${list(`${userHead}||',"meta":${flags}}'`)} from ${usersPage} ${userColumns})||'}' j`,
  },
  matching: {
    name: 'json_matching',
    text: `select '{"meta":{"total":'||(select count(*) ${matching})||'},"data":'
      ||(select ${list(`${userHead}||',"meta":${flags}}'`)} from ${matchingPage} ${userColumns})||'}' j`,
  },
};

/**
 * Writes, with one named statement each; a run has one statement to read a chunk and one to write
 * it.
 */
export const postgresWrites = {
  attach: {
    name: 'attach',
    text: `insert into role_user(user_id, role_id, policy, active)
      select u.id, r.id, $3, true from users u, roles r where u.id = $1 and r.id = any($2::int[])
      on conflict (user_id, role_id) do update set policy = excluded.policy returning role_id`,
  },
  sync: {
    name: 'sync',
    text: `with wanted as (select id from roles where id = any($2::int[])),
      gone as (delete from role_user where user_id = $1 and role_id <> all($2::int[]) returning role_id),
      put as (insert into role_user(user_id, role_id) select $1, id from wanted on conflict do nothing returning role_id)
      select (select coalesce(json_agg(role_id), '[]') from put) attached, (select coalesce(json_agg(role_id), '[]') from gone) detached`,
  },
  chunk: { name: 'chunk', text: `select * from posts where id > $1 order by id limit $2` },
  change: {
    name: 'change',
    text: `update posts p set views = v.views from unnest($1::int[], $2::int[]) v(id, views) where p.id = v.id`,
  },
};

const user = 'id,name,email,age,avatar,created_at,updated_at';
const post = 'id,user_id,title,description,views,created_at,updated_at';
const comment = 'id,post_id,user_id,comment,created_at';
const perParent = (rows) =>
  `select x.* from unnest($1::int[]) k(id) cross join lateral (${rows} limit ${PAGE}) x`;

/** One named statement per level; JavaScript nests the rows. */
export const postgresRows = {
  user: { name: 'rows_user', text: `select ${user} from users where id=$1` },
  users: {
    name: 'rows_users',
    text: `select ${user} from users order by id desc limit ${PAGE} offset $1`,
  },
  total: { name: 'rows_total', text: `select count(*)::int total from users` },
  posts: {
    name: 'rows_posts',
    text: perParent(`select ${post} from posts where user_id=k.id order by id desc`),
  },
  comments: {
    name: 'rows_comments',
    text: perParent(`select ${comment} from comments where post_id=k.id order by id desc`),
  },
  roles: {
    name: 'rows_roles',
    text: `select r.id,r.name,r.created_at,x.policy,x.active from unnest($1::int[]) k(id)
      cross join lateral (select * from role_user where user_id=k.id order by role_id desc limit ${PAGE}) x
      ${roleOf('x')}`,
  },
};

const userObject = `json_object('name',u.name,'email',u.email,'age',u.age,'avatar',u.avatar,'created_at',u.created_at,'updated_at',u.updated_at)`;
const postObject = (
  more = '',
) => `json_object('id',cast(x.id as text),'type','posts','attributes',json_object('user_id',x.user_id,
  'title',x.title,'description',x.description,'views',x.views,'created_at',x.created_at,'updated_at',x.updated_at)${more})`;
const commentObject = `json_object('id',cast(y.id as text),'type','comments','attributes',json_object('post_id',y.post_id,'user_id',y.user_id,
  'comment',y.comment,'created_at',y.created_at))`;
const roleObject = `json_object('id',cast(r.id as text),'type','roles','attributes',json_object('name',r.name,'created_at',r.created_at),
  'pivots',json_object('policy',ru.policy,'active',ru.active))`;
const sqlitePosts = `(select * from posts where user_id=u.id order by id desc limit ${PAGE}) x`;
const sqliteComments = `(select * from comments where post_id=x.id order by id desc limit ${PAGE}) y`;
const sqliteUsers = `(select * from users order by id desc limit ${PAGE} offset ?) u`;
const sqliteMatching = 'from users where email like ?';
const sqliteMatchingPage = `(select * ${sqliteMatching} order by age desc nulls last, id desc limit ${PAGE} offset ?) u`;
const userWith = (relationships) =>
  `json_object('id',cast(u.id as text),'type','users','attributes',${userObject}${relationships},'meta',json('${flags}'))`;
const array = (element, rows) => `json((select json_group_array(${element}) from ${rows}))`;

/** SQLite builds the JSON. */
export const sqliteJson = {
  show: `select ${userWith(
    `,'relationships',json_object('posts',${array(postObject(), sqlitePosts)},'roles',${array(
      roleObject,
      `(select * from role_user where user_id=u.id order by role_id desc limit ${PAGE}) ru join roles r on r.id=ru.role_id`,
    )})`,
  )} from users u where u.id=?`,
  nested: `select json_group_array(${userWith(
    `,'relationships',json_object('posts',${array(
      postObject(
        `,'relationships',json_object('comments',${array(commentObject, sqliteComments)})`,
      ),
      sqlitePosts,
    )})`,
  )}) from ${sqliteUsers}`,
  index: `select json_object('meta',json_object('total',(select count(*) from users)),'data',${array(userWith(''), sqliteUsers)})`,
  matching: `select json_object('meta',json_object('total',(select count(*) ${sqliteMatching})),'data',${array(userWith(''), sqliteMatchingPage)})`,
};

/** Writes, with a statement per row in one transaction, which is the cheapest way for SQLite. */
export const sqliteWrites = {
  attach: `insert into role_user(user_id, role_id, policy, active) values (?, ?, ?, 1)
    on conflict (user_id, role_id) do update set policy = excluded.policy`,
  attached: `select role_id from role_user where user_id = ?`,
  detach: `delete from role_user where user_id = ? and role_id = ?`,
  chunk: `select * from posts where id > ? order by id limit ?`,
  change: `update posts set views = ? where id = ?`,
};

/** A prepared statement for each parent; JavaScript nests the rows. */
export const sqliteRows = {
  user: `select ${user} from users where id=?`,
  users: `select ${user} from users order by id desc limit ${PAGE} offset ?`,
  total: 'select count(*) from users',
  posts: `select ${post} from posts where user_id=? order by id desc limit ${PAGE}`,
  comments: `select ${comment} from comments where post_id=? order by id desc limit ${PAGE}`,
  roles: `select r.id,r.name,r.created_at,ru.policy,ru.active from role_user ru join roles r on r.id=ru.role_id
    where ru.user_id=? order by ru.role_id desc limit ${PAGE}`,
};
