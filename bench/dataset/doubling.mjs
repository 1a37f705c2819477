/** Appends a copy of the rows, with the same number of posts per user and comments per post. */
export const doubling = [
  `insert into users select id + 10000, name, 'second.' || email, age, avatar, created_at, updated_at from users`,
  `insert into posts select id + 100000, user_id + 10000, title, description, views, created_at, updated_at from posts`,
  `insert into comments select id + 300000, post_id + 100000, user_id + 10000, comment, created_at from comments`,
  `insert into role_user select user_id + 10000, role_id, policy, active from role_user`,
];
