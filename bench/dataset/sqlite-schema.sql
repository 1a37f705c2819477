-- The tables of seed.sql for SQLite: timestamps as ISO text, booleans as 0 and 1.
create table users(
  id integer primary key, name text not null, email text not null, age int, avatar text,
  created_at text not null, updated_at text not null);
create table posts(
  id integer primary key, user_id int not null references users(id), title text not null, description text not null,
  views int not null default 0, created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  updated_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
create table comments(
  id integer primary key, post_id int not null references posts(id), user_id int not null references users(id),
  comment text not null, created_at text not null);
create table roles(id integer primary key, name text not null, created_at text not null);
create table role_user(
  user_id int not null references users(id), role_id int not null references roles(id), policy text,
  active int not null default 1, primary key(user_id, role_id)) without rowid;
create table tags(id integer primary key, name text not null);
create table post_tag(
  post_id int not null references posts(id), tag_id int not null references tags(id),
  primary key(post_id, tag_id)) without rowid;
create index posts_user_id on posts(user_id, id);
create index comments_post_id on comments(post_id, id);
create index comments_user_id on comments(user_id);
create index role_user_role on role_user(role_id);
create index post_tag_tag on post_tag(tag_id);
create unique index users_email on users(email);
create index users_age on users(age, id);
