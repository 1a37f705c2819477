import { LibraryApp, type Reader } from '../../support/library-app/library-app.js';
import { testDialect } from '../../support/databases.js';

interface Page {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, string | null>>;
  readonly data: readonly unknown[];
}

let library: LibraryApp;
/** The same to a reader, without the rows that a reader does not see. */
let other: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
  other = await LibraryApp.start({ unseen: { note: 'other', rows: false } });
});
afterAll(async () => {
  await library?.stop();
  await other?.stop();
});

const page = async (path: string, as: Reader = 'reader') => {
  const { status, body } = await library.get(path, as);
  expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' });
  return body as Page;
};

/** Refreshes the statistics of the database, which never happens during a request. */
async function analyze(app: LibraryApp): Promise<void> {
  const isMaria = testDialect === 'mariadb' || testDialect === 'mysql';
  await app.database.write(isMaria ? 'analyze table writers' : 'analyze');
}

const counts = (statements: readonly string[]) =>
  statements.filter((sql) => sql.includes('count(*)'));

describe('count=<n> counts up to n rows (C5.4)', () => {
  it('returns n as a lower bound if there are more, and no last page', async () => {
    const { meta, links, data } = await page('writers?perPage=5&count=10');
    expect(data).toHaveLength(5);
    expect(meta).toEqual({
      ...{ current_page: 1, from: 1, last_page: null, path: '/api/writers' },
      ...{ per_page: 5, to: 5, total: 10, count: 'more_than' },
    });
    expect(links).toEqual({
      first: '/api/writers?perPage=5&count=10&page=1',
      last: null,
      prev: null,
      next: '/api/writers?perPage=5&count=10&page=2',
    });
  });

  it.each([16, 17, 1_000_000])('returns the exact total of 16 with %i', async (max) => {
    const { meta, links } = await page(`writers?perPage=5&count=${max}`);
    expect(meta).toMatchObject({ total: 16, count: 'exact', last_page: 4 });
    expect(links.last).toBe(`/api/writers?perPage=5&count=${max}&page=4`);
  });

  it('has a next page as long as there are records, also beyond what was counted', async () => {
    const pages = [];
    for (const number of [1, 2, 3, 4, 5])
      pages.push(await page(`writers?perPage=5&count=3&page=${number}`));
    expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 5, 1, 0]);
    expect(pages.map(({ links }) => links.next !== null)).toEqual([true, true, true, false, false]);
    for (const { meta } of pages) expect(meta).toMatchObject({ total: 3, count: 'more_than' });
  });

  it('counts the pages of a relation, and what a search finds', async () => {
    const { meta } = await page('writers?search=Writer 1&perPage=2&count=2');
    expect(meta).toMatchObject({ total: 2, count: 'more_than', last_page: null });
    const [{ id }] = (await page('writers?search=Writer 1&sort=full_name&perPage=1'))
      .data as readonly [{ id: string }];
    const pupils = await page(`writers/${id}/pupils?perPage=1&count=1`);
    expect(pupils.meta).toMatchObject({ total: 1, count: 'more_than' });
  });

  it('is shared by concurrent requests, and not needed where the page reveals it', async () => {
    const { statements } = await library.get('writers?perPage=50&count=100');
    expect(counts(statements)).toHaveLength(testDialect === 'sqlite' ? 0 : 1);
  });
});

describe('count=estimated (C5.4)', () => {
  beforeAll(async () => {
    await analyze(library);
    await analyze(other);
  });

  it('takes the total from statistics if the caller may see every row', async () => {
    const { statements, body } = await library.get(
      'writers?perPage=5&count=estimated',
      'librarian',
    );
    const { meta, links } = body as Page;
    expect(counts(statements)).toEqual([]);
    expect(meta).toMatchObject({ count: 'estimated', last_page: null });
    expect(meta.total).toBe(18);
    expect(links).toMatchObject({ last: null, next: expect.any(String) });
  });

  it('estimates what conditions select only where the database knows', async () => {
    const path = 'writers?perPage=5&count=estimated&-full_name=Writer 2';
    const { statements, body } = await library.get(path, 'librarian');
    const isEstimated = testDialect === 'postgres';
    expect((body as Page).meta).toMatchObject({ count: isEstimated ? 'estimated' : 'exact' });
    expect(counts(statements)).toHaveLength(isEstimated ? 0 : 1);
    expect((body as Page).meta.total).toBe(17);
  });

  it('is a whole number that does not contradict the page', async () => {
    const { meta } = await page('writers?perPage=7&page=9&count=estimated', 'librarian');
    expect(meta).toMatchObject({ total: 18, count: 'estimated' });
    const last = await page('writers?perPage=7&page=3&count=estimated', 'librarian');
    expect(last.meta).toMatchObject({ total: 18, count: 'exact', last_page: 3 });
    const none = await page('writers?full_name=nobody&count=estimated', 'librarian');
    expect(none.meta).toMatchObject({ total: 0, count: 'exact', last_page: 1 });
  });

  it('counts where the caller may not see every row, and so reveals none (C5.9)', async () => {
    const paths = [
      'writers?perPage=5&count=estimated',
      'writers?perPage=5&count=estimated&filter[full_name][gt]=W',
      'books?perPage=1&count=estimated',
    ];
    for (const path of paths) {
      const [one, two] = [await library.get(path), await other.get(path)];
      expect(one.status).toBe(200);
      expect((one.body as Page).meta).toMatchObject({ count: 'exact' });
      expect(two.text).toBe(one.text);
    }
  });
});

describe('A total that need not be exact', () => {
  it('is null where show decides on each record (C4.4)', async () => {
    for (const count of ['estimated', '5']) {
      const { meta } = await page(`remarks?count=${count}`);
      expect(meta).toMatchObject({ total: null, last_page: null });
      expect(meta).not.toHaveProperty('count');
    }
  });

  it.each(['', 'all', '0', '-1', '1.5', '1e3', '01', '1000001', 'Estimated'])(
    'rejects count=%s with what is allowed (C5.2)',
    async (written) => {
      const { status, body } = await library.get(`writers?count=${written}`);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          errors: {
            count: [
              expect.stringMatching(
                /^"[^"]*" is not allowed here\..* Allowed: exact, none, estimated, a whole number from 1 to 1000000\.$/,
              ),
            ],
          },
        },
      });
    },
  );

  it.each(['estimated', '10', 'exact'])(
    'rejects count=%s beside a cursor (C5.2)',
    async (count) => {
      const { status, body } = await library.get(`writers?cursor=&count=${count}`);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          errors: {
            count: ['Pages read by cursor have no total; omit "count" or set it to "none".'],
          },
        },
      });
    },
  );
});
