-- The bench's dataset, the same rows on every machine. No statement here may refuse a transaction: it runs as one.
create table users(
  id int primary key, name text not null, email text not null, age int, avatar text,
  created_at timestamptz not null, updated_at timestamptz not null);
create table posts(
  id int primary key, user_id int not null, title text not null, description text not null,
  views int not null default 0, created_at timestamptz not null, updated_at timestamptz not null);
create table comments(
  id int primary key, post_id int not null, user_id int not null, comment text not null,
  created_at timestamptz not null);
create table roles(id int primary key, name text not null, created_at timestamptz not null);
create table role_user(
  user_id int not null, role_id int not null, policy text, active boolean not null default true,
  primary key(user_id, role_id));
create table tags(id int primary key, name text not null);
create table post_tag(post_id int not null, tag_id int not null, primary key(post_id, tag_id));

insert into users select g, 'User '||g, 'user'||g||'@'||(array['example.com','mail.test','corp.io'])[1+g%3],
  case when g%17=0 then null else 18+(g*7919)%60 end, case when g%4=0 then '/avatars/'||g||'.png' end,
  timestamptz '2024-01-01 00:00Z' + g*interval '1 minute', timestamptz '2024-06-01 00:00Z' + g*interval '1 minute'
  from generate_series(1,10000) g;
-- 100,000 posts: every 200th user (50 of them) owns 500 posts (25,000); the other 9,950 share 75,000.
insert into posts select g,
  case when g<=25000 then 200*(1+(g-1)%50)
       else (with x as (select ((g-25001)%9950) i) select i + i/199 + 1 from x) end,
  'Post title number '||g, 'Description of post '||g||' '||repeat('lorem ipsum dolor ', 1+g%8),
  (g*31)%1000, timestamptz '2024-02-01 00:00Z' + g*interval '10 seconds', timestamptz '2024-07-01 00:00Z' + g*interval '10 seconds'
  from generate_series(1,100000) g;
-- 300,000 comments: 250,000 spread 2-3 per post, 50,000 skewed onto every 100th post (so these have ~52)
insert into comments select g,
  case when g<=250000 then 1+(g::bigint*7919)%100000 else 100*(1+(g%1000)) end,
  1+(g::bigint*104729)%10000, 'Comment body '||g||' '||repeat('abc ', 1+g%12),
  timestamptz '2024-03-01 00:00Z' + g*interval '3 seconds' from generate_series(1,300000) g;
insert into roles select g, 'role-'||g, timestamptz '2024-01-01 00:00Z' from generate_series(1,50) g;
insert into role_user select u, 1+(u*13+k*17)%50, (array['read','write','admin'])[1+(u+k)%3], (u+k)%5<>0
  from generate_series(1,10000) u, generate_series(0,4) k where k < 1+u%5;   -- 1..5 roles, 3 on average
insert into tags select g,'tag-'||g from generate_series(1,500) g;
insert into post_tag select p, 1+(p*37+k*101)%500 from generate_series(1,100000) p, generate_series(0,1) k;
create index posts_user_id on posts(user_id, id);
create index comments_post_id on comments(post_id, id);
create index comments_user_id on comments(user_id);
create index role_user_role on role_user(role_id);
create index post_tag_tag on post_tag(tag_id);
create unique index users_email on users(email);
create index users_age on users(age, id);
alter table posts add foreign key(user_id) references users(id);
alter table comments add foreign key(post_id) references posts(id);
alter table comments add foreign key(user_id) references users(id);
alter table role_user add foreign key(user_id) references users(id);
alter table role_user add foreign key(role_id) references roles(id);
alter table post_tag add foreign key(post_id) references posts(id);
alter table post_tag add foreign key(tag_id) references tags(id);
