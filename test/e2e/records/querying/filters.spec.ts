import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

interface Response {
  readonly meta: { readonly total: number };
  readonly data: readonly {
    readonly id: string;
    readonly attributes: Readonly<Record<string, string | null>>;
  }[];
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const encoded = (...entries: readonly unknown[]): string =>
  encodeURIComponent(JSON.stringify(entries));
const get = async (path: string, as: DemoAccount = 'reader') => demo.get<Response>(path, as);
const minPosts = (value: unknown) =>
  get(`/users?perPage=100&filters=${encoded({ key: 'min-posts', value })}`);
const between = (value: unknown) =>
  get(`/posts?perPage=100&filters=${encoded({ key: 'published-between', value })}`);

describe('Declared filters (C5.7)', () => {
  it('may be used once each, since every one costs the database a condition (C12)', async () => {
    const both = encoded(
      { key: 'min-posts', value: 1 },
      { key: 'x', value: 1 },
      { key: 'min-posts', value: 20 },
    );
    const { status, body } = await get(`/users?filters=${both}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      filters: ['"min-posts" is listed twice, in entries 1 and 3. List each filter once.'],
    });
  });

  it('may be at most 20 in one request (C12)', async () => {
    const keys = Array.from({ length: 21 }, (_each, at) => ({ key: `no-${at}`, value: 1 }));
    const [most, past] = await Promise.all([
      get(`/users?filters=${encoded(...keys.slice(1))}`),
      get(`/users?filters=${encoded(...keys)}`),
    ]);
    expect(most.body.errors.filters![0]).toContain('users has no filter "no-1".');
    expect([past.status, past.body.errors]).toEqual([
      400,
      { filters: ['The list has 21 filters. One request can use at most 20.'] },
    ]);
  });

  it('count only records that the caller may see (C5.9)', async () => {
    const total = (as: DemoAccount) =>
      get('/posts?user_id=1', as).then(({ body }) => body.meta.total);
    const [seen, all] = [await total('reader'), await total('editor')];
    expect(seen).toBeLessThan(all);
    const find = async (value: number, as: DemoAccount) =>
      (
        await get(`/users?perPage=100&filters=${encoded({ key: 'min-posts', value })}`, as)
      ).body.data.map(({ id }) => id);
    expect(await find(all, 'reader')).not.toContain('1');
    expect(await find(all, 'editor')).toContain('1');
    expect(await find(seen, 'reader')).toContain('1');
    expect(await find(seen + 1, 'reader')).not.toContain('1');
  });

  it('may be an object, whose last day is included', async () => {
    const { body } = await get('/posts?perPage=1&sort=-published_at');
    const day = body.data[0]!.attributes.published_at!.slice(0, 10);
    const found = await between({ from: day, to: day });
    expect(found.body.meta.total).toBeGreaterThan(0);
    expect(found.body.meta.total).toBe((await get(`/posts?published_at=${day}`)).body.meta.total);
    for (const { attributes } of found.body.data)
      expect(attributes.published_at!.slice(0, 10)).toBe(day);
  });

  it.each([
    ['JSON', (json: string) => encodeURIComponent(json)],
    ['base64', (json: string) => encodeURIComponent(Buffer.from(json).toString('base64'))],
    ['base64 with unescaped characters', (json: string) => Buffer.from(json).toString('base64')],
    ['base64 for URLs', (json: string) => Buffer.from(json).toString('base64url')],
  ])('may be written as %s', async (_form, write) => {
    const json = JSON.stringify([{ key: 'min-posts', value: 20 }]);
    expect((await get(`/users?filters=${write(json)}`)).body.meta.total).toBe(
      (await minPosts(20)).body.meta.total,
    );
  });

  it('are combined with matches', async () => {
    const one = encoded({ key: 'min-posts', value: 20 });
    expect((await get(`/users?filters=${one}&email=reader@example.com`)).body.meta.total).toBe(0);
    expect((await get(`/users?filters=${encoded()}`)).body.meta.total).toBe(200);
  });

  it.each([
    ['three', 'filters.min-posts'],
    [1.5, 'filters.min-posts'],
    [0, 'filters.min-posts'],
    [null, 'filters.min-posts'],
    [{ a: 1 }, 'filters.min-posts'],
  ])('reject the single value %j under %s (C9)', async (value, field) => {
    const { status, body } = await minPosts(value);
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: 'The given data was invalid.',
    });
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it.each([
    [{}, ['filters.published-between.from', 'filters.published-between.to']],
    [{ from: '2025-01-01' }, ['filters.published-between.to']],
    [{ from: 'soon', to: '2025-01-01' }, ['filters.published-between.from']],
    ['2025-01-01', ['filters.published-between']],
    [['2025-01-01'], ['filters.published-between']],
    [null, ['filters.published-between']],
  ])('reject the object %j under %j (C9)', async (value, fields) => {
    const { status, body } = await between(value);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(fields));
  });

  it.each([
    [{ from: '2025-01-01', to: '9999-12-31' }, '/posts?filter[published_at][gte]=2025-01-01'],
    [{ from: '1000-01-01', to: '2025-03-31' }, '/posts?filter[published_at][lt]=2025-04-01'],
    [{ from: '0001-01-01', to: '9999-12-31' }, '/posts?-published_at=null'],
  ])('accept the ends of the calendar: %j (C1.6)', async (value, same) => {
    const total = async (path: string) => (await get(`${path}&perPage=1`)).body.meta.total;
    expect(await total(`/posts?filters=${encoded({ key: 'published-between', value })}`)).toBe(
      await total(same),
    );
  });

  it('report all faults at once', async () => {
    const period = { key: 'published-between', value: {} };
    const { body } = await get(`/posts?filters=${encoded(period)}`);
    expect(Object.keys(body.errors)).toHaveLength(2);
  });

  it.each([
    ['filters=', '"" is neither a JSON array nor the base64 encoding of one.'],
    ['filters=(', '"(" is neither a JSON array nor the base64 encoding of one.'],
    ['filters={}', 'The value must be a JSON array.'],
    ['filters="a"', 'The value must be a JSON array.'],
    ['filters=[', '"[" is not valid JSON.'],
    ['filters=x', '"x" is neither a JSON array nor the base64 encoding of one.'],
    ['filters=null', '"null" is neither a JSON array nor the base64 encoding of one.'],
    ['filters=e30', 'The value must be a JSON array.'],
    ['filters=[1]', 'Entry 1 is not an object.'],
    ['filters=[[]]', 'Entry 1 is not an object.'],
    ['filters=[{"key":1,"value":1}]', 'Entry 1 has a key that is not a string.'],
    ['filters=[{"key":"min-posts"}]', 'Entry 1 has no value.'],
    ['filters=[{"key":"min-posts","value":1,"or":2}]', 'Entry 1 has the unknown member "or".'],
    [
      'filters=[{"key":"min-post","value":1}]',
      'users has no filter "min-post". Did you mean "min-posts"? Allowed: min-posts.',
    ],
    [
      'filters=[{"key":"__proto__","value":1}]',
      'users has no filter "__proto__". Allowed: min-posts.',
    ],
    [
      'filters=[{"key":"min-posts","value":{"__proto__":1}}]',
      'Objects must not contain the member "__proto__".',
    ],
    [
      'filters=[{"key":"min-posts","value":"\\u0000"}]',
      'A string contains a NUL character or a lone surrogate.',
    ],
    [
      'filters=[{"key":"min-posts","value":"\\ud800"}]',
      'A string contains a NUL character or a lone surrogate.',
    ],
    [`filters=${'['.repeat(33)}${']'.repeat(33)}`, 'The JSON is nested deeper than 32 levels.'],
    ['filters=[]&filters=[]', '"filters" is given twice; it may be given only once.'],
  ])('are rejected if the query is %s: %s (C5.2)', async (query, message) => {
    const { status, body } = await get(`/users?${encodeURI(query)}`);
    expect([status, body.errors.filters?.[0]?.slice(0, message.length)]).toEqual([400, message]);
  });

  it('belong to the resource alone', async () => {
    const { body } = await get(`/posts?filters=${encoded({ key: 'min-posts', value: 1 })}`);
    expect(body.errors.filters).toEqual([
      'posts has no filter "min-posts". Allowed: published-between.',
    ]);
    const none = await get(`/tags?filters=${encoded({ key: 'min-posts', value: 1 })}`);
    expect(none.body.errors.filters).toEqual(['tags has no filter "min-posts". Allowed: none.']);
  });
});

describe('GET /<key>/filters (C5.7)', () => {
  it('describes the sorts, matches and filters of an index of users', async () => {
    const { status, body } = await demo.get('/users/filters', 'reader');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        matches: [
          { key: 'id', type: 'number' },
          { key: 'name', type: 'text' },
          { key: 'email', type: 'text' },
          { key: 'age', type: 'number' },
          { key: 'company_id', type: 'text' },
        ],
        sortables: ['name', 'email', 'age', 'created_at', 'phone.number'].map((key) => ({ key })),
        searchables: ['name', 'email', 'company.name'].map((key) => ({ key })),
        filters: [
          {
            key: 'min-posts',
            name: 'Min Posts',
            payload: { value: ['required', 'integer', 'min:1'] },
          },
        ],
      },
    });
  });

  it('describes a filter whose value is an object, JSON paths, and a search by callback', async () => {
    const posts = (
      await demo.get<{ data: Record<string, { key: string }[]> }>('/posts/filters', 'reader')
    ).body.data;
    expect(posts.sortables!.map(({ key }) => key)).toContain('user.preferences->theme');
    expect(posts.filters).toEqual([
      {
        key: 'published-between',
        name: 'Published Between',
        payload: { from: ['required', 'date'], to: ['required', 'date', 'after_or_equal:from'] },
      },
    ]);
    const videos = (
      await demo.get<{ data: Record<string, { key: string }[]> }>('/videos/filters', 'reader')
    ).body.data;
    expect(videos.searchables!.map(({ key }) => key)).toEqual(['title', 'user']);
  });

  it('lists only what works: each sort, match and filter of every resource', async () => {
    for (const key of [
      'users',
      'companies',
      'phones',
      'posts',
      'videos',
      'comments',
      'roles',
      'tags',
      'images',
    ]) {
      const { data } = (
        await demo.get<{ data: Record<string, { key: string; type: string }[]> }>(`/${key}/filters`)
      ).body;
      for (const sort of data.sortables!)
        expect((await demo.get(`/${key}?sort=-${sort.key}`)).status).toBe(200);
      for (const match of data.matches!)
        expect((await demo.get(`/${key}?${match.key}=null`)).status).toBe(200);
      if (data.searchables!.length > 0)
        expect((await demo.get(`/${key}?search=a`)).status).toBe(200);
    }
  });

  it('accepts no parameter, and needs a token and a resource', async () => {
    expect(await demo.get('/users/filters?sort=name')).toMatchObject({
      status: 400,
      body: { errors: { sort: ['Unknown parameter "sort". Allowed: none.'] } },
    });
    expect((await demo.get('/users/filters', null)).status).toBe(401);
    expect((await demo.get('/nothing/filters')).status).toBe(404);
    expect((await demo.send('/users/filters', { method: 'POST', body: {} })).status).toBe(405);
  });
});
