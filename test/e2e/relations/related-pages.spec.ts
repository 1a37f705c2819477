import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { LibraryApp } from '../../support/library-app/library-app.js';
import { writerKey } from '../../support/library-app/seed.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

interface Page {
  readonly meta: Readonly<Record<string, number | string | null>>;
  readonly links: Readonly<Record<string, string | null>>;
  readonly data: readonly {
    readonly id: string;
    readonly type: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly meta: object;
    readonly pivots?: object;
  }[];
}
const get = (path: string, as: DemoAccount = 'reader') => demo.get<Page>(path, as);
const keys = ({ data }: Page) => data.map(({ id }) => id);

describe('GET /<key>/<id>/<relation> (C5.1, C3.3)', () => {
  it('is a page of the related records, like an index of theirs', async () => {
    const { status, body } = await get('/users/1/posts?perPage=3&page=2');
    const listed = (await get('/posts?user_id=1&perPage=3&page=2')).body;
    expect(status).toBe(200);
    expect(body.data).toEqual(listed.data);
    expect(body.meta).toEqual({ ...listed.meta, path: '/api/users/1/posts' });
    expect(body.links.next).toBe('/api/users/1/posts?perPage=3&page=3');
    expect(body.data[0]!.meta).toHaveProperty('authorizedToUpdate');
  });

  it.each([
    ['sort=-title,id', 'users/1/posts', 'posts?user_id=1&'],
    ['search=archives&include=user', 'users/1/posts', 'posts?user_id=1&'],
    ['status=published&fields[posts]=title', 'users/1/posts', 'posts?user_id=1&'],
    ['sort=user.name', 'users/1/posts', 'posts?user_id=1&'],
    ['count=none&perPage=5', 'users/1/posts', 'posts?user_id=1&'],
  ])('accepts %s', async (query, related, index) => {
    const [page, listed] = [await get(`/${related}?${query}`), await get(`/${index}${query}`)];
    expect(page.status).toBe(200);
    expect(page.body.data).toEqual(listed.body.data);
    expect(page.body.data.length).toBeGreaterThan(0);
  });

  it.each(['users/1/roles', 'posts/1/tags', 'tags/design/posts', 'companies/partners'])(
    'contains pivots, through every kind of link: %s',
    async (path) => {
      const key = (await get('/companies?perPage=1')).body.data[0]!.id;
      const tag = (await get('/tags?perPage=1')).body.data[0]!.id;
      const [owner, id, relation] = path
        .replace('companies/', `companies/${key}/`)
        .replace('/design/', `/${tag}/`)
        .split('/') as [string, string, string];
      const shown = await demo.get<{ data: { relationships: Record<string, Page['data']> } }>(
        `/${owner}/${id}?include=${relation}&relatablePerPage=100`,
        'reader',
      );
      const { body } = await get(`/${owner}/${id}/${relation}?perPage=100`);
      expect(body.data).toEqual(shown.body.data.relationships[relation]);
    },
  );

  it('counts and pages by cursor within the parent, in the order of links too', async () => {
    const whole = keys((await get('/users/1/posts?perPage=100&sort=status,title')).body);
    const seen: string[] = [];
    let path: string | null = '/users/1/posts?cursor=&perPage=7&sort=status,title';
    while (path !== null) {
      const { body }: { body: Page } = await get(path);
      seen.push(...keys(body));
      path = body.links.next?.slice('/api'.length) ?? null;
    }
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(14);
  });

  it("has the relation's own columns unless the request names others", async () => {
    const company = (await get('/users/1')).body as unknown as {
      data: { attributes: { company_id: string } };
    };
    const path = `/companies/${company.data.attributes.company_id}/users`;
    expect(Object.keys((await get(path)).body.data[0]!.attributes)).toEqual(['name', 'email']);
    expect(Object.keys((await get(`${path}?fields[users]=age`)).body.data[0]!.attributes)).toEqual([
      'age',
    ]);
  });

  it('shows nothing that the caller may not see (C4.4)', async () => {
    const [seen, all] = [await get('/users/1/posts'), await get('/users/1/posts', 'admin')];
    expect(Number(seen.body.meta.total)).toBeLessThan(Number(all.body.meta.total));
  });

  it.each([
    ['/users/9999/posts', 404, 'a missing parent'],
    ['/users/1abc/posts', 404, 'a malformed key'],
    ['/users/1/nothing', 404, 'an unknown relation'],
    ['/users/1/constructor', 404, 'a name that every object has'],
    ['/users/1/company', 404, 'a relation to one record'],
    ['/users/1/stats', 404, 'a callable'],
    ['/users/1/headline', 404, 'a forwarded attribute'],
    ['/nothing/1/posts', 404, 'an unknown resource'],
    ['/posts/1/tags?sort=nothing', 400, 'a query that an index of tags would reject'],
    ['/users/1/posts?perPage=101', 400, 'a page that is too long'],
  ])('responds to %s with %i: %s', async (path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    if (status === 404) expect(response.body).toEqual({ message: 'Not found.', code: 'not_found' });
  });

  it('hides a parent that is not visible, and a relation that the caller may not use, as if they did not exist', async () => {
    const draft = (await get('/posts?status=draft&perPage=1', 'admin')).body.data[0]!.id;
    expect((await get(`/posts/${draft}/comments`)).status).toBe(404);
    expect((await get(`/posts/${draft}/comments`, 'admin')).status).toBe(200);
    const company = (await get('/companies?perPage=1')).body.data[0]!.id;
    expect((await get(`/companies/${company}/logs`)).body).toEqual({
      message: 'Not found.',
      code: 'not_found',
    });
    expect((await get(`/companies/${company}/logs`, 'admin')).status).toBe(200);
  });

  it('is rejected in order: names of the query, the parent, values of filters (C4.3)', async () => {
    const period = [{ key: 'published-between', value: { from: 'never' } }];
    const badValue = `filters=${encodeURIComponent(JSON.stringify(period))}`;
    const statusOf = async (path: string) => (await get(path)).status;
    expect(await statusOf(`/users/9999/posts?sort=nothing&${badValue}`)).toBe(400);
    expect(await statusOf(`/users/9999/posts?${badValue}`)).toBe(404);
    expect(await statusOf(`/users/1/posts?${badValue}`)).toBe(422);
  });

  it('needs a token, and supports no other method', async () => {
    expect((await demo.get('/users/1/posts', null)).status).toBe(401);
    expect((await demo.send('/users/1/posts', { method: 'DELETE' })).status).toBe(405);
  });
});

describe('Pages of relations in the library (C3.3, C3.4)', () => {
  let library: LibraryApp;
  beforeAll(async () => {
    library = await LibraryApp.start();
  });
  afterAll(() => library?.stop());

  it('contain a record as often as it is linked, in the order of the links', async () => {
    const shown = await library.get('patrons/1?include=books');
    const page = await library.get('patrons/1/books');
    const books = (shown.body as { data: { relationships: { books: Page['data'] } } }).data
      .relationships.books;
    const listed = (page.body as Page).data;
    expect(listed.map(({ id, pivots }) => [id, pivots])).toEqual(
      books.map(({ id, pivots }) => [id, pivots]),
    );
    const cursors: unknown[] = [];
    for (let path: string | null = 'patrons/1/books?cursor=&perPage=1'; path !== null;) {
      const { data, links } = (await library.get(path)).body as Page;
      cursors.push(...data.map(({ id, pivots }) => [id, pivots]));
      path = links.next?.slice('/api/'.length) ?? null;
    }
    expect(cursors).toEqual(books.map(({ id, pivots }) => [id, pivots]));
  });

  it('continue where the response ended, though show hides records', async () => {
    const { body } = await library.get(
      `writers/${writerKey(1)}?include=remarks&relatablePerPage=2&more=true`,
    );
    const { more } = (body as { data: { meta: { more: Record<string, string> } } }).data.meta;
    expect(more).toEqual({ remarks: `/api/writers/${writerKey(1)}/remarks?perPage=2&page=2` });
  });

  it.each([
    `writers/${writerKey(1)}/topics`,
    `writers/${writerKey(1)}/remarks`,
    'topics/1/writers',
    'genres/sf/books',
    `writers/${writerKey(1)}/pupils`,
  ])('are the same page for every kind: %s', async (path) => {
    const { status, body, statements } = await library.get(path);
    expect(status).toBe(200);
    expect((body as Page).data.length).toBeGreaterThan(0);
    const isFiltered = path.endsWith('remarks');
    expect((body as Page).meta.total).toBe(isFiltered ? null : (body as Page).data.length);
    expect(statements.length).toBeLessThanOrEqual(3);
  });
});
