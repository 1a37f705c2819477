import { LibraryApp } from '../../../support/library-app/library-app.js';
import { testDialect } from '../../../support/databases.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
  await Promise.all([library.get('writers'), library.get('writers', 'librarian')]); // both signed in
});
afterAll(() => library?.stop());

const TOGETHER = 8;
const totalsOf = async (requests: readonly ReturnType<LibraryApp['get']>[]) =>
  (await Promise.all(requests)).map(({ body }) => (body as { meta: { total: number } }).meta.total);
const pages = (as?: 'librarian') =>
  Array.from({ length: TOGETHER }, (_none, at) =>
    library.get(`writers?perPage=5&page=${1 + (at % 3)}`, as),
  );

describe('Totals of concurrent requests', () => {
  it('are counted per scope, and never for another (C4.4)', async () => {
    const [readers, librarians] = await Promise.all([
      totalsOf(pages()),
      totalsOf(pages('librarian')),
    ]);
    expect(readers).toEqual(Array(TOGETHER).fill(16));
    expect(librarians).toEqual(Array(TOGETHER).fill(18));
  });

  it('are counted by fewer statements than requests, if statements run in parallel', async () => {
    const counted: string[] = [];
    const stop = library.database.observe((sql) => {
      if (sql.includes('count(*)')) counted.push(sql);
    });
    await totalsOf(pages());
    stop();
    if (testDialect === 'sqlite') expect(counted).toHaveLength(TOGETHER);
    else expect(counted.length).toBeLessThan(TOGETHER);
  });
});
