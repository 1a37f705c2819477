import { isOfMysqlFamily, testDialect } from '../../support/databases.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';

interface Explained {
  readonly data: {
    readonly plan: readonly string[];
    readonly stages: Readonly<Record<string, number>>;
    readonly statements: readonly {
      readonly stage: string;
      readonly sql: string;
      readonly parameters: readonly string[];
      readonly milliseconds: number;
      readonly rows: number;
      readonly estimated_rows: number | null;
      readonly steps: readonly string[];
    }[];
    readonly records: number;
    readonly bytes: number;
  };
}

const EXPLAIN = { prefer: 'explain' };
const estimates = testDialect !== 'sqlite';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  for (const account of ['admin', 'reader'] as const) await demo.tokenOf(account);
});
afterAll(() => demo?.close());

const send = <Body = Explained>(path: string, headers = EXPLAIN, as: DemoAccount = 'admin') =>
  demo.client(as).with(headers).get<Body>(path);

/** Explains a read, and sends it without the preference as well. */
async function explain(path: string) {
  const { status, headers, body, text } = await send(path);
  expect([status, headers['preference-applied']]).toEqual([200, 'explain']);
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('link');
  const usual = await demo.client('admin').get<{ readonly data: unknown }>(path);
  expect([usual.status, usual.headers['preference-applied']]).toEqual([200, undefined]);
  return { ...body.data, text, usual };
}

/** The statements of a request, except those of its token. */
const withoutToken = (statements: readonly string[]) =>
  statements.filter((sql) => !/ from .?tokens/.test(sql));

const sqlOf = ({ statements }: Explained['data']) => statements.map(({ sql }) => sql);

describe('Prefer: explain (C17.6)', () => {
  it.each([
    '/users?include=posts[title].comments,roles&perPage=3&sort=name',
    '/posts?search=archives&perPage=2&page=2',
    '/posts?count=estimated&perPage=2',
    '/posts?cursor=&perPage=2',
    '/users/1?include=posts.comments,roles',
    '/users/1/posts?perPage=2&include=comments',
  ])('explains the statements, the records and the size of %s', async (path) => {
    const { plan, statements, records, bytes, usual } = await explain(path);
    const { data } = usual.body;
    expect(records).toBe(Array.isArray(data) ? data.length : 1);
    expect(bytes).toBe(Buffer.byteLength(usual.text));
    expect(plan.length).toBeGreaterThan(2);
    expect([...sqlOf({ statements } as Explained['data'])].sort()).toEqual(
      [...withoutToken(usual.statements)].sort(),
    );
    for (const { sql, parameters, rows, milliseconds, estimated_rows, steps } of statements) {
      expect(parameters).toHaveLength(sql.split('?').length - 1);
      expect(rows).toBeGreaterThanOrEqual(0);
      expect(milliseconds).toBeGreaterThan(0);
      if (sql.startsWith('explain')) continue;
      expect(steps.length).toBeGreaterThan(0);
      expect(typeof estimated_rows).toBe(estimates ? 'number' : 'object');
    }
  });

  it('names the resources, columns, scopes and relations of the plan', async () => {
    const { plan } = await explain('/users?include=posts[title],roles&fields[users]=name');
    expect(plan.map((line) => line.replace(/ +/g, ' '))).toEqual(
      expect.arrayContaining([
        'users',
        ' response name',
        ' scope everything',
        expect.stringMatching(/^ posts: HasMany posts, by users.id, at most 15 per parent/),
        ' response title',
        expect.stringMatching(/^ roles: BelongsToMany roles, by users.id/),
      ]),
    );
  });

  it('counts the rows of each statement, and estimates them', async () => {
    const { statements } = await explain('/videos?perPage=4');
    const [page, count] = ['limit', 'count'].map((word) =>
      statements.find(({ sql }) => sql.includes(word)),
    );
    expect(page).toMatchObject({ stage: 'execute', rows: 4 });
    expect(count).toMatchObject({ stage: 'execute', rows: 1, parameters: [] });
    const steps = page!.steps.join('\n');
    if (testDialect === 'sqlite') expect(steps).toBe('SCAN t');
    if (testDialect === 'postgres') expect(steps).toMatch(/^ *Limit, rows: 4$/m);
    if (isOfMysqlFamily) expect(steps).toMatch(/^SIMPLE on t, index by PRIMARY, rows: \d+$/);
    if (testDialect === 'postgres') expect(count!.estimated_rows).toBe(1);
    // It estimates the rows that are counted.
    if (isOfMysqlFamily) expect(count!.estimated_rows).toBeGreaterThan(1);
  });

  it('sums the time of every stage', async () => {
    const { stages } = await explain('/users/1/posts?perPage=2');
    expect(Object.keys(stages)).toEqual([
      ...['parse', 'authorize', 'plan', 'execute', 'ask', 'serialize'],
    ]);
    for (const stage of ['authorize', 'plan', 'execute', 'ask', 'serialize'])
      expect(stages[stage]).toBeGreaterThan(0);
  });

  it('lists the statements of callables, which are asked after the records are loaded', async () => {
    const { statements } = await explain('/users?include=stats&perPage=2');
    const asked = statements.filter(({ stage }) => stage === 'ask').map(({ sql }) => sql);
    expect(asked).toHaveLength(2);
    expect(asked.join()).toMatch(/posts.*comments/s);
  });

  it('contains no values: neither those of the request nor those of records', async () => {
    const secret = 'Xyzzy';
    const paths = [
      `/posts?search=${secret}&include=user`,
      `/posts?filter[title][like]=${secret}`,
      `/posts?title=${secret},Other${secret}`,
      `/users?include=posts&filter[posts][title][like]=${secret}`,
    ];
    for (const path of paths) {
      const { text, statements } = await explain(path);
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      const types = statements.flatMap(({ parameters }) => parameters);
      expect(types.some((type) => type === 'string' || type === 'array')).toBe(true);
    }
    const { text } = await explain('/users/1?include=roles');
    expect(text).not.toMatch(/Ann Lee|admin@example|\$argon|scrypt/);
  });

  it('explains two reads at once without mixing their statements, or those of others', async () => {
    const paths = ['/videos?perPage=3&include=user', '/tags?perPage=3', '/users?include=roles'];
    const alone = [];
    for (const path of paths) alone.push(sqlOf((await send(path)).body.data));
    const others = ['/posts?perPage=2', '/companies', '/roles'];
    for (let round = 0; round < 5; round++) {
      const together = await Promise.all([
        ...paths.map((path) => send(path)),
        ...others.map((path) => demo.client('admin').get<Explained>(path)),
        ...paths.map((path) => send(path)),
      ]);
      const explained = [...together.slice(0, 3), ...together.slice(-3)];
      for (const [at, { body }] of explained.entries()) {
        const [statements, expected] = [sqlOf(body.data), alone[at % 3]!];
        expect(withoutCounts(statements)).toEqual(withoutCounts(expected));
        // A count that another request sends in the same turn is not sent again.
        expect(expected).toEqual(expect.arrayContaining([...statements]));
      }
    }
  });

  it.each([
    '/users?include=nothing',
    '/users/1/nothing',
    '/users/999999',
    '/nothing',
    '/users?page=x',
  ])('leaves the error of %s as it is', async (path) => {
    const explained = await send<{ code: string; errors: object }>(path);
    const usual = await demo.client('admin').get<{ code: string; errors: object }>(path);
    expect(usual.status).toBeGreaterThanOrEqual(400);
    const { code, errors } = usual.body;
    expect(explained).toMatchObject({ status: usual.status, body: { code } });
    expect(explained.body.errors).toEqual(errors);
    expect(explained.headers).not.toHaveProperty('preference-applied');
  });

  it('is unknown to callers without the ability: same response, same statements', async () => {
    for (const path of ['/users?perPage=2&include=posts', '/users/1', '/users/1/posts']) {
      const usual = await demo.client('reader').get(path);
      const asked = await send(path, EXPLAIN, 'reader');
      expect([asked.status, asked.text]).toEqual([200, usual.text]);
      // Statements that are sent side by side arrive in any order.
      expect([...asked.statements].sort()).toEqual([...usual.statements].sort());
      expect(asked.headers).not.toHaveProperty('preference-applied');
    }
  });

  it.each(['explain=all', 'tx=rollback', 'unexplained'])(
    'does not explain for the preference %s',
    async (prefer) => {
      const { headers, text } = await send('/tags', { prefer });
      expect(headers).not.toHaveProperty('preference-applied');
      expect(text).toBe((await demo.client('admin').get('/tags')).text);
    },
  );

  it('is found among other preferences', async () => {
    const { headers } = await send('/tags', { prefer: 'respond-async, Explain; verbose=1' });
    expect(headers['preference-applied']).toBe('explain');
  });

  it('is ignored where there is no user', async () => {
    const anonymous = demo.test.anonymous.with(EXPLAIN);
    const login = { email: 'reader@example.com', password: 'password' };
    expect((await anonymous.post('/login', login)).status).toBe(200);
    expect((await anonymous.get('/posts')).status).toBe(401);
    const health = await demo.app.inject({ url: '/health/live', headers: EXPLAIN });
    expect(health.statusCode).toBe(200);
  });

  it('explains neither writes nor other reads', async () => {
    const client = demo.client('admin').with(EXPLAIN);
    const post = { title: 'Unexplained', status: 'draft' };
    const stored = await client.post<{ data: { id: string } }>('/posts', post);
    expect(stored.status).toBe(201);
    const { id } = stored.body.data;
    const others = [
      stored,
      await client.patch(`/posts/${id}`, { title: 'Still unexplained' }),
      await client.get('/profile'),
      await client.get('/posts/filters'),
      await client.get(`/posts/${id}/actions`),
      await client.delete(`/posts/${id}`),
    ];
    expect(others.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 204]);
    for (const { headers } of others) expect(headers).not.toHaveProperty('preference-applied');
  });
});

const withoutCounts = (statements: readonly string[]) =>
  statements.filter((sql) => !sql.includes('count(*)'));
