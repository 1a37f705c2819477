import { startDemo, type DemoApp } from '../../support/demo-app.js';

interface Published {
  readonly published: number;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
interface Page {
  readonly meta: { readonly total: number };
}

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const publish = (query: string, repositories: unknown = 'all') =>
  demo.send<Published>(`/posts/actions?action=publish-posts${query}`, {
    method: 'POST',
    body: { repositories },
  });
/**
 * How many posts the handler received, of any status: the log has a row for each.
 *
 * @contract C8.1
 */
async function received(query: string, repositories?: unknown): Promise<number> {
  const count = async () =>
    Number(
      (
        await demo.database.query(
          "select count(*) from action_logs where name = 'publish-posts' and actionable_id is not null",
        )
      )[0]![0],
    );
  const before = await count();
  expect((await publish(query, repositories)).status).toBe(200);
  return (await count()) - before;
}
const totalOf = async (query: string) =>
  (await demo.get<Page>(`/posts?perPage=1${query}`)).body.meta.total;
const filters = (value: unknown) => `&filters=${encodeURIComponent(JSON.stringify(value))}`;

describe('The query of an index action', () => {
  it.each([
    ['a match', '&status=published'],
    ['a negated match', '&-status=archived&user_id=1'],
    ['a range', '&created_at=2025-01-01,2025-03-31&status=published'],
    ['an operator', '&filter[user_id][lte]=5&status=published'],
    ['a search', '&search=book&status=published'],
    [
      'a declared filter',
      `&status=published${filters([{ key: 'published-between', value: { from: '2025-01-01', to: '2025-12-31' } }])}`,
    ],
  ])('selects the records that an index with it shows: %s (rule 4)', async (_what, query) => {
    const total = await totalOf(query);
    expect(total).toBeGreaterThan(0);
    expect(await received(query)).toBe(total);
  });

  it('is combined with the listed keys (rule 4)', async () => {
    expect(await received('&user_id=1', [1, 2, 3])).toBe(1);
    expect(await received('&search=no%20such%20title', [1])).toBe(0);
  });

  it('skips nothing although records no longer match once they are published (C6.5)', async () => {
    const drafts = await totalOf('&status=draft');
    expect(drafts).toBeGreaterThan(400);
    expect((await publish('&status=draft')).body).toMatchObject({
      published: drafts,
      chunks: Math.ceil(drafts / 200),
    });
    expect(await totalOf('&status=draft')).toBe(0);
    expect((await publish('&status=draft')).body.published).toBe(0);
  });

  it.each([
    ['an unknown field', '&titel=x', 400, 'titel'],
    ['a field that is not readable', '&password=x', 400, 'password'],
    ['a value of the wrong type', '&user_id=abc', 400, 'user_id'],
    ['an order', '&sort=title', 400, 'sort'],
    ['a page', '&perPage=5', 400, 'perPage'],
    ['columns', '&fields[posts]=title', 400, 'fields[posts]'],
    ['an unknown filter', filters([{ key: 'nothing', value: 1 }]), 400, 'filters'],
  ])('is rejected for %s (C5.1, C5.2)', async (_what, query, status, parameter) => {
    const response = await publish(query);
    expect([response.status, Object.keys(response.body.errors!)]).toEqual([status, [parameter]]);
  });

  it('is rejected in order: names, the action, the outer shape of the body, values of filters (C4.3)', async () => {
    const badValue = filters([{ key: 'published-between', value: { from: 'never' } }]);
    const purge = async (query: string, body: object) =>
      (
        await demo.send(`/posts/actions?action=purge-posts${badValue}${query}`, {
          method: 'POST',
          body,
          as: 'reader',
        })
      ).status;
    expect(await purge('&titel=x', { repositories: [1] })).toBe(400);
    expect(await purge('', { repositories: [1] })).toBe(404);
    const list = `/posts/actions?action=publish-posts${badValue}`;
    expect((await demo.send(list, { method: 'POST', body: [1] })).status).toBe(400);
    expect((await publish(badValue)).status).toBe(422);
  });

  it('lists the parameters of an action if a name is unknown (C5.2)', async () => {
    const { body } = await publish('&titel=x');
    expect(body.errors!.titel![0]).toMatch(/Allowed: include, related, search, .*action, .*title/);
    expect(body.errors!.titel![0]).not.toMatch(/perPage|fields/);
  });
});

describe('The query of an action on a record', () => {
  it('accepts include and related, but no filters (C5.1)', async () => {
    const run = (query: string) =>
      demo.send(`/posts/1/actions?action=publish-post${query}`, { method: 'POST', body: {} });
    expect((await run('&include=user&related=tags')).status).toBe(200);
    for (const query of ['&status=published', '&search=x', '&filter[status]=draft'])
      expect((await run(query)).status).toBe(400);
  });
});

describe('The log of attach, detach and sync', () => {
  it('has one row per call, about the parent, with the keys (C8.1)', async () => {
    const post = (path: string, body: object) =>
      demo.send(`/users/6/${path}`, { method: 'POST', body });
    const [[last] = []] = await demo.database.query('select max(id) from action_logs');
    expect((await post('sync/roles', { roles: [3] })).status).toBe(200);
    await demo.database.write('delete from action_logs where id > ?', [last]);
    await post('attach/roles', { roles: [4, 5] });
    await post('sync/roles', { roles: [5, 6] });
    await post('detach/roles', { roles: [5] });
    const rows = await demo.database.query(
      'select name, actionable_type, actionable_id, original, changes from action_logs where id > ? order by id',
      [last],
    );
    const read = rows.map(([name, type, key, original, changes]) => [
      ...[name, type, key],
      ...[original, changes].map((text) => JSON.parse(String(text)) as unknown),
    ]);
    expect(read).toEqual([
      ['Attached', 'users', '6', {}, { roles: ['4', '5'] }],
      ['Synced', 'users', '6', { roles: ['3', '4'] }, { roles: ['6'] }],
      ['Detached', 'users', '6', { roles: ['5'] }, {}],
    ]);
  });
});
