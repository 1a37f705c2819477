import { startDemo, type DemoApp } from '../../../support/demo-app.js';

interface Body {
  readonly data?: unknown;
  readonly meta?: { readonly total: number };
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const get = async (path: string) => (await demo.get<Body>(path, 'admin')).body;

describe('Blanks around commas, bars and dots are ignored (C5.2)', () => {
  it.each([
    ['/users?perPage=2&include=posts , roles', '/users?perPage=2&include=posts,roles'],
    ['/users/1?related=posts . comments', '/users/1?related=posts.comments'],
    ['/users/1?include=posts[title | status , id]', '/users/1?include=posts[title|status,id]'],
    ['/users?perPage=2&fields[users]=name , email', '/users?perPage=2&fields[users]=name,email'],
    ['/posts?perPage=3&sort=status , -title', '/posts?perPage=3&sort=status,-title'],
    ['/posts?perPage=3&sort=user . name ,id', '/posts?perPage=3&sort=user.name,id'],
    [
      '/users/1?include=posts.comments&sort[posts . comments]=created_at',
      '/users/1?include=posts.comments&sort[posts.comments]=created_at',
    ],
    ['/posts?perPage=3&status=draft , published', '/posts?perPage=3&status=draft,published'],
    ['/posts?perPage=3&-status=draft ,archived', '/posts?perPage=3&-status=draft,archived'],
    ['/posts?perPage=3&user_id=1 , 2', '/posts?perPage=3&user_id=1,2'],
    ['/posts?perPage=3&filter[user_id][in]=1 ,  2', '/posts?perPage=3&filter[user_id][in]=1,2'],
    [
      '/posts?perPage=3&published_at=2025-04-01 , 2025-04-30',
      '/posts?perPage=3&published_at=2025-04-01,2025-04-30',
    ],
  ])('%s', async (spaced, plain) => {
    const [body, expected] = [await get(encodeURI(spaced)), await get(plain)];
    expect(expected.errors).toBeUndefined();
    expect(body.data).toEqual(expected.data);
  });

  it('except inside strings', async () => {
    const title = 'Blanks, and a comma ';
    const stored = await demo.send<Body>('/posts', {
      method: 'POST',
      body: { title, status: 'draft' },
    });
    expect(stored.status).toBe(201);
    const total = async (query: string) => (await get(`/posts?${query}`)).meta!.total;
    expect(await total(`filter[title][eq]=${encodeURIComponent(title)}`)).toBe(1);
    expect(await total(`filter[title][eq]=${encodeURIComponent(title.replace(', ', ','))}`)).toBe(
      0,
    );
    expect(await total(`title=${encodeURIComponent(title)}`)).toBe(0);
    expect(await total(`filter[title][like]=${encodeURIComponent(', and')}`)).toBeGreaterThan(0);
  });

  it.each([
    ['include=posts, ,roles', 'include', 'Expected a relation at position 7, found ",".'],
    ['include=posts, ', 'include', 'Expected a relation at position 7, found the end.'],
    ['include=po sts', 'include', 'found " ".'],
    ['sort=name, ,id', 'sort', 'Expected a column at position 6, found nothing.'],
    ['fields[users]=name, ', 'fields[users]', 'Expected a column at position 6, found the end.'],
    ['age=1, ,2', 'age', 'Expected a value at position 3, found nothing.'],
  ])('are not an item: %s is 400', async (query, parameter, message) => {
    const { errors } = await get(`/users?${encodeURI(query)}`);
    expect(errors?.[parameter]?.[0]).toContain(message);
  });
});
