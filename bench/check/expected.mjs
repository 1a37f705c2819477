import Database from '../better-sqlite3.mjs';

const PAGE = 15;

/**
 * The expected records of each request, read from the dataset with simple statements: in the
 * contract's order (key, descending), 15 per page, and 15 per relation and parent.
 *
 * @contract C5.4, C5.5
 */
export class ExpectedRecords {
  #database;

  constructor(file) {
    this.#database = new Database(file, { readonly: true });
  }

  /** R1. */
  show(id) {
    const [user] = this.#rows('select * from users where id = ?', id);
    return { data: this.#user(user, { posts: this.#posts(id), roles: this.#roles(id) }) };
  }

  /** R2. */
  nested(page) {
    const posts = (user) => this.#posts(user.id, (post) => ({ comments: this.#comments(post.id) }));
    return { data: this.#users(page).map((user) => this.#user(user, { posts: posts(user) })) };
  }

  /** R3. */
  index(page) {
    const [{ total }] = this.#rows('select count(*) total from users');
    return { total, data: this.#users(page).map((user) => this.#user(user)) };
  }

  /** R3b: nulls are last, and the key breaks ties. */
  matching(page, part) {
    const matches = `from users where instr(email, ?)`;
    const [{ total }] = this.#rows(`select count(*) total ${matches}`, part);
    const order = 'order by age is null, age desc, id desc limit ? offset ?';
    const rows = this.#rows(`select * ${matches} ${order}`, part, PAGE, (page - 1) * PAGE);
    return { total, data: rows.map((user) => this.#user(user)) };
  }

  close() {
    this.#database.close();
  }

  #rows(text, ...values) {
    return this.#database.prepare(text).all(...values);
  }

  #users(page) {
    return this.#rows(
      'select * from users order by id desc limit ? offset ?',
      PAGE,
      (page - 1) * PAGE,
    );
  }

  #user(row, relationships) {
    return resourceObject('users', row, { relationships });
  }

  #posts(userId, relationshipsOf = () => undefined) {
    const posts = this.#rows(
      'select * from posts where user_id = ? order by id desc limit ?',
      userId,
      PAGE,
    );
    return posts.map((post) =>
      resourceObject('posts', post, { relationships: relationshipsOf(post) }),
    );
  }

  #comments(postId) {
    const comments = this.#rows(
      'select * from comments where post_id = ? order by id desc limit ?',
      postId,
      PAGE,
    );
    return comments.map((comment) => resourceObject('comments', comment));
  }

  #roles(userId) {
    const attached = this.#rows(
      'select * from role_user where user_id = ? order by role_id desc limit ?',
      userId,
      PAGE,
    );
    return attached.map(({ role_id, policy, active }) => {
      const [role] = this.#rows('select * from roles where id = ?', role_id);
      return resourceObject('roles', role, { pivots: { policy, active } });
    });
  }
}

function resourceObject(type, { id, ...attributes }, { relationships, pivots } = {}) {
  return { id: String(id), type, attributes, relationships, pivots };
}
