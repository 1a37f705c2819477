import { LibraryApp } from '../../support/library-app/library-app.js';
import { writerKey } from '../../support/library-app/seed.js';
import { startTwoTeams } from '../../support/library-app/staff.js';
import { CSV, linesOf, NDJSON, recordsIn } from './exported.js';

describe('What the caller may not see (C5.9)', () => {
  let library: LibraryApp;
  beforeAll(async () => {
    library = await startTwoTeams();
  });
  afterAll(() => library?.stop());

  const header = async (path: string, as?: 'librarian') =>
    linesOf((await library.get(path, as, { accept: CSV })).text)[0];

  it('has no column', async () => {
    expect(await header('workers?perPage=all')).toBe('id,name,age,desk,team_id');
    expect(await header('workers?perPage=all', 'librarian')).toBe(
      'id,name,age,salary,iban,desk,team_id',
    );
    expect(await header('teams')).toBe('id,title');
  });

  it('cannot be named', async () => {
    for (const query of ['sort=salary', 'fields[workers]=salary', 'include=pay_slip'])
      for (const accept of [CSV, NDJSON]) {
        const { status } = await library.get(`workers?perPage=all&${query}`, 'reader', { accept });
        expect([query, status]).toEqual([query, 400]);
      }
  });

  it('leaves out the lists that every response contains, but not those that are named (C5.11)', async () => {
    expect(await header('bonuses', 'librarian')).toBe('id,name');
    const named = await library.get('bonuses?include=badges', 'librarian', { accept: CSV });
    expect(named.text).toContain('several records');
    expect(await header('badges', 'librarian')).toMatch(/^id,code,.*bonus\.id,bonus\.name/);
  });
});

/** Remarks from 1,000 on; a reader may not see those that are flagged. */
async function insertRemarks({ database }: LibraryApp, from: number, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_none, at) => from + at);
  const values = rows.flatMap((at) => [
    ...[1_000 + at, `Remark ${at}`, at % 500 === 0 ? 0 : 1, 'writers', writerKey(1)],
  ]);
  await database.write(
    `insert into remarks (id, text, flagged, remarkable_type, remarkable_id) values ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
    values,
  );
}

describe('A policy whose show decides on each record (C4.4)', () => {
  const SECRET = 3_000;
  let library: LibraryApp;
  beforeAll(async () => {
    library = await LibraryApp.start({ options: { limits: { rowBudget: 50 } } });
    for (let from = 0; from < SECRET; from += 500) await insertRemarks(library, from, 500);
  });
  afterAll(() => library?.stop());

  it('leaves out its records, however many, and forgets its decisions', async () => {
    const page = await library.get('remarks?perPage=15');
    expect(page.status).toBe(400);
    const { status, text } = await library.get('remarks?perPage=all', 'reader', { accept: NDJSON });
    expect(status).toBe(200);
    const keys = recordsIn(text).map(({ id }) => Number(id));
    expect(keys.filter((id) => id >= 1_000)).toEqual([3500, 3000, 2500, 2000, 1500, 1000]);
    const all = await library.get('remarks?perPage=all', 'librarian', { accept: NDJSON });
    expect(recordsIn(all.text).length).toBeGreaterThan(SECRET);
  });

  it('is asked once for each record', async () => {
    library.questions.take();
    await library.get('remarks?perPage=all', 'reader', { accept: CSV });
    const { 'remarks.show': calls } = library.questions.take();
    // Each chunk reads one record more, to know whether another follows.
    expect(calls).toBeGreaterThanOrEqual(SECRET);
    expect(calls).toBeLessThan(SECRET + 100);
  });
});

describe('The columns of an export', () => {
  it('are those of every record, also of those without a related one', async () => {
    const library = await LibraryApp.start();
    const { text } = await library.get('books?perPage=all&include=writer', 'librarian', {
      accept: CSV,
    });
    const [header, ...rows] = linesOf(text);
    const columns = header!.split(',').length;
    expect(rows.every((row) => row.split(',').length >= columns)).toBe(true);
    await library.stop();
  });
});
