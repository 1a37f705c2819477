import { generateDemo } from '../../../demo/seed/generate-demo.js';

const demo = generateDemo('hash');
const postsOf = (user: number) => demo.posts.filter((post) => post.user_id === user);
const roleNamesOf = (user: number) =>
  demo.role_user
    .filter((link) => link.user_id === user)
    .map((link) => demo.roles[link.role_id - 1]!.name);

describe('Special records of the demo', () => {
  it('are the five accounts under their keys', () => {
    expect(demo.users.slice(0, 5).map((user) => user.email)).toEqual(
      ['admin', 'editor', 'author', 'reader', 'suspended'].map(
        (account) => `${account}@example.com`,
      ),
    );
    expect(demo.users.filter((user) => user.is_admin).map((user) => user.id)).toEqual([1]);
    expect(demo.users.filter((user) => user.suspended_at !== null).map((user) => user.id)).toEqual([
      5,
    ]);
    expect(new Set(demo.users.map((user) => user.password))).toEqual(new Set(['hash']));
  });

  it('have every address in lower case and plain letters (C1.6)', () => {
    for (const { email } of demo.users)
      expect(email).toMatch(/^[a-z]+(\.[a-z]+\.\d+)?@example\.com$/);
  });

  it('make user 1 an admin and editor with 40 posts, a phone, an image and preferences', () => {
    expect(postsOf(1)).toHaveLength(40);
    expect(demo.phones.filter((phone) => phone.user_id === 1)).toHaveLength(1);
    expect(
      demo.images.filter((image) => image.imageable_type === 'users' && image.imageable_id === 1),
    ).toHaveLength(1);
    expect(demo.users[0]!.preferences).toEqual({ theme: 'dark', locale: 'en' });
    const links = demo.role_user.filter((link) => link.user_id === 1);
    expect(roleNamesOf(1)).toEqual(['admin', 'editor']);
    for (const link of links) expect(link).toMatchObject({ policy: 'write', active: true });
  });

  it('leave the roles admin and editor to users 1 and 2', () => {
    const holders = demo.users.filter(({ id }) =>
      roleNamesOf(id).some((name) => name === 'admin' || name === 'editor'),
    );
    expect(holders.map((user) => user.id)).toEqual([1, 2]);
    expect(roleNamesOf(3)).toEqual(['author']);
    expect(roleNamesOf(4)).toEqual(['reader']);
  });

  it('give the author drafts and published posts, and the reader none', () => {
    const statuses = new Set(postsOf(3).map((post) => post.status));
    expect([...statuses]).toEqual(expect.arrayContaining(['draft', 'published']));
    expect(postsOf(4)).toEqual([]);
  });

  it('make post 1 a published one of user 1 with 30 comments, 3 tags in order and an image', () => {
    expect(demo.posts[0]).toMatchObject({ id: 1, user_id: 1, status: 'published' });
    const comments = demo.comments.filter(
      ({ commentable_type: type, commentable_id: id }) => type === 'posts' && id === 1,
    );
    const tags = demo.taggables.filter(
      ({ taggable_type: type, taggable_id: id }) => type === 'posts' && id === '1',
    );
    expect(comments).toHaveLength(30);
    expect(tags.map((tag) => tag.position)).toEqual([1, 2, 3]);
    expect(
      demo.images.filter((image) => image.imageable_type === 'posts' && image.imageable_id === 1),
    ).toHaveLength(1);
  });

  it('log the creation of post 1 in values of responses, by a user whose key is a string (C8.1)', () => {
    const rows = demo.action_logs.filter(
      (row) => row.actionable_type === 'posts' && row.actionable_id === '1',
    );
    expect(rows.map((row) => row.name)).toEqual(['Stored', 'Updated']);
    expect(rows.map((row) => row.user_id)).toEqual(['1', '1']);
    expect(rows[1]!.changes).toEqual({
      title: demo.posts[0]!.title,
      status: 'published',
      published_at: `${demo.posts[0]!.published_at!.replace(' ', 'T')}Z`,
    });
    expect(
      demo.action_logs.some((row) => row.actionable_type === 'users' && row.actionable_id === '1'),
    ).toBe(true);
    expect(demo.action_logs.some((row) => row.actionable_type === 'companies')).toBe(true);
  });

  it('omit ten phones', () => {
    const callable = new Set(demo.phones.map((phone) => phone.user_id));
    expect(demo.users.filter((user) => !callable.has(user.id))).toHaveLength(10);
  });

  it('keep a company without users and some users without posts, so that they can be deleted (C4.5)', () => {
    const employers = new Set(demo.users.map((user) => user.company_id));
    const writers = new Set(
      [...demo.posts, ...demo.videos, ...demo.comments].map((row) => row.user_id),
    );
    expect(demo.companies.filter((company) => !employers.has(company.id))).toHaveLength(1);
    expect([196, 197, 198, 199, 200].filter((user) => writers.has(user))).toEqual([]);
  });

  it('put images at paths that nobody guesses, and create no pictures of users and companies', () => {
    for (const { id, path } of demo.images)
      expect(path).toMatch(new RegExp(`^/storage/images/${id}/[0-9a-f]{32}\\.png$`));
    expect(demo.users.every((user) => user.avatar === null)).toBe(true);
    expect(demo.companies.every((company) => company.logo === null)).toBe(true);
  });
});
