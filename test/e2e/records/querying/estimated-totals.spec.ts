import { isOfMysqlFamily, testDialect } from '../../../support/databases.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';

interface Page {
  readonly meta: { readonly total: number | null; readonly last_page: number | null } & Readonly<
    Record<string, unknown>
  >;
  readonly links: Readonly<Record<string, string | null>>;
  readonly data: readonly unknown[];
}

/** SQLite has no estimate, so its totals are counted. */
const estimates = testDialect !== 'sqlite';
/** InnoDB takes an index range for at most half of a table, which must exceed the least estimate. */
const ADDED = 40_000;
let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
  await addRows('videos', 'title, url, user_id', `'Video', 'https://example.com/v', 1`);
  await addRows('posts', 'title, status, user_id', `'Hidden', 'draft', 1`);
  for (const table of ['videos', 'posts']) await analyze(table);
});
afterAll(() => demo?.close());

const rowsOf = `with recursive n (n) as (select 1 union all select n + 1 from n where n < 200)`;
async function addRows(table: string, columns: string, values: string) {
  const hundreds = ADDED / 200;
  const from = `from n a cross join n b where b.n <= ${hundreds}`;
  await demo.database.write(
    isOfMysqlFamily
      ? `insert into ${table} (${columns}) ${rowsOf} select ${values} ${from}`
      : `${rowsOf} insert into ${table} (${columns}) select ${values} ${from}`,
  );
}
const analyze = (table: string) =>
  demo.database.write(isOfMysqlFamily ? `analyze table ${table}` : `analyze ${table}`);

async function page(path: string, as: DemoAccount = 'admin'): Promise<Page> {
  const { status, body } = await demo.get<Page>(path, as);
  expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' });
  return body;
}
const totalOf = async (path: string, as?: DemoAccount) =>
  Number((await page(`${path}${path.includes('?') ? '&' : '?'}count=exact`, as)).meta.total);
/** The statements that count rows. */
const counts = async (path: string, as?: DemoAccount) =>
  (await demo.statements(() => page(path, as))).filter((sql) => sql.includes('count(*)'));

describe('count=estimated (C3.1)', () => {
  it('returns an estimate of a large total, and marks it', async () => {
    const exact = await totalOf('/videos');
    const { meta, links } = await page('/videos?count=estimated&perPage=10');
    expect(meta.total_estimated).toBe(estimates);
    if (!estimates) {
      expect(meta.total).toBe(exact);
      return;
    }
    expect(meta.total).toBeGreaterThan(exact / 2);
    expect(meta.total).toBeLessThan(exact * 2);
    expect(meta.last_page).toBe(Math.ceil(meta.total! / 10));
    expect(links).toMatchObject({ last: null, next: expect.stringContaining('page=2') });
    expect(await counts('/videos?count=estimated')).toEqual([]);
  });

  it('estimates what a match finds', async () => {
    const { meta } = await page('/videos?count=estimated&title=Video');
    expect(meta.total_estimated).toBe(estimates);
    expect(meta.total).toBeGreaterThan(ADDED / 4);
  });

  it('counts a small total, and takes the total from the last page', async () => {
    const few = '/videos?count=estimated&id=1,2,3';
    expect((await page(few)).meta).toMatchObject({ total: 3, total_estimated: false });
    if (estimates) expect(await counts(few)).toEqual([]);
    const none = await page(`/videos?count=estimated&title=None`);
    expect(none.meta).toMatchObject({ total: 0, total_estimated: false });
    const exact = await totalOf('/users');
    expect((await page('/users?count=estimated&perPage=2')).meta).toMatchObject({
      total: exact,
      total_estimated: false,
    });
    const last = Math.ceil((await totalOf('/videos')) / 100);
    const { meta } = await page(`/videos?count=estimated&perPage=100&page=${last}`);
    expect(meta).toMatchObject({ total: await totalOf('/videos'), total_estimated: false });
  });

  it('agrees with an empty page', async () => {
    const { meta, links, data } = await page('/videos?count=estimated&perPage=100&page=900');
    expect(data).toEqual([]);
    expect(meta.total).toBeLessThanOrEqual(89_900);
    expect(links.next).toBeNull();
  });

  it('counts under a scope, since statistics contain what the scope hides (C5.9)', async () => {
    const { meta } = await page('/posts?count=estimated&perPage=1', 'reader');
    expect(meta).toMatchObject({
      total: await totalOf('/posts', 'reader'),
      total_estimated: false,
    });
    const hidden = await page('/posts?count=estimated&perPage=1&title=Hidden', 'reader');
    expect(hidden.meta).toMatchObject({ total: 0, total_estimated: false });
    const explains = async (as: DemoAccount) =>
      (await demo.statements(() => page('/posts?count=estimated&perPage=1', as))).some((sql) =>
        sql.startsWith('explain'),
      );
    expect(await explains('reader')).toBe(false);
    expect(await explains('admin')).toBe(estimates);
  });

  it('counts what other tables decide: relation pages, searches of relations', async () => {
    const { meta } = await page('/users/1/posts?count=estimated&perPage=1');
    expect(meta.total_estimated).toBe(false);
    const searched = await page('/posts?count=estimated&include=user&search=a&perPage=1');
    expect(searched.meta.total_estimated).toBe(false);
  });

  it('is one of the words that count allows, and not allowed with a cursor', async () => {
    expect((await demo.get('/videos?count=guess')).body).toMatchObject({
      errors: { count: [expect.stringContaining('exact, estimated, none')] },
    });
    expect((await demo.get('/videos?count=estimated&cursor=')).status).toBe(400);
    expect((await page('/videos?perPage=1')).meta).not.toHaveProperty('total_estimated');
  });
});
