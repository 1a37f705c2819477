import type { LibraryApp, Reader, Response } from '../../../support/library-app/library-app.js';
import {
  fillNotes,
  ShowCalls,
  startNotes,
  type NoteRow,
} from '../../../support/library-app/notes.js';

const lines: string[] = [];
let library: LibraryApp;

beforeAll(async () => {
  library = await startNotes({ log: (line) => lines.push(line) });
});
afterAll(() => library?.stop());

const notesUpTo = (count: number, secret: (id: number) => boolean): readonly NoteRow[] =>
  Array.from({ length: count }, (_none, at) => ({
    id: at + 1,
    secret: secret(at + 1),
    grade: (at + 1) % 3,
  }));

const keys = ({ body }: Response): readonly number[] =>
  body.data.map(({ id }: { id: string }) => Number(id));

/** The keys of all pages, by their links. */
async function walk(path: string, as: Reader = 'reader'): Promise<readonly number[]> {
  const page = await library.get(path, as);
  expect({ path, status: page.status }).toEqual({ path, status: 200 });
  const { next } = page.body.links;
  return next === null
    ? keys(page)
    : [...keys(page), ...(await walk(next.slice('/api/'.length), as))];
}

const odd = (id: number) => id % 2 === 1;

describe('A page skips the records that show hides, and is full (C4.4)', () => {
  beforeAll(() => fillNotes(library, notesUpTo(20, odd)));

  it('contains visible records only, without a total (C3.1)', async () => {
    const page = await library.get('notes');
    expect(keys(page)).toEqual([20, 18, 16, 14]);
    expect(page.body.meta).toEqual({
      ...{
        current_page: 1,
        from: 1,
        last_page: null,
        path: '/api/notes',
        per_page: 4,
        to: 4,
        total: null,
      },
    });
    expect(page.body.links).toEqual({
      first: '/api/notes?page=1',
      last: null,
      prev: null,
      next: '/api/notes?page=2',
    });
    for (const { meta } of page.body.data) expect(meta.authorizedToShow).toBe(true);
  });

  it('has a number that counts visible records only', async () => {
    expect(keys(await library.get('notes?page=2'))).toEqual([12, 10, 8, 6]);
    const last = await library.get('notes?page=3');
    expect(keys(last)).toEqual([4, 2]);
    expect(last.body.meta).toMatchObject({ from: 9, to: 10, total: null });
    expect(last.body.links).toMatchObject({ prev: '/api/notes?page=2', next: null });
    const past = await library.get('notes?page=4');
    expect([keys(past), past.body.meta.from, past.body.links.next]).toEqual([[], null, null]);
  });

  it.each([
    'notes?perPage=3',
    'notes?perPage=3&cursor=',
    'notes?perPage=5&count=exact',
    'notes?perPage=4&sort=grade,-text',
    'notes?perPage=4&sort=grade,-text&cursor=',
    'notes?perPage=1&sort=-folder.title,grade',
    'notes?perPage=2&search=note&include=folder',
    'folders/1/notes?perPage=3',
    'folders/1/notes?perPage=3&cursor=&sort=-grade',
  ])('leads through every visible record once: %s', async (path) => {
    const [whole] = [
      await library.get(path.replace(/perPage=\d/, 'perPage=100').replace('&cursor=', '')),
    ];
    expect([...keys(whole)].sort((one, other) => one - other)).toEqual([
      2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
    ]);
    expect(await walk(path)).toEqual(keys(whole));
  });

  it('skips records in a search and with matches', async () => {
    expect(keys(await library.get('notes?search=note 1&perPage=100'))).toEqual([
      18, 16, 14, 12, 10,
    ]);
    expect(keys(await library.get('notes?text=Note 3,Note 4'))).toEqual([4]);
  });

  it('is the same through a tool (C11.2)', async () => {
    const result = await library.call('notes-index-tool', { page: 2 });
    expect(result.structuredContent).toEqual((await library.get('notes?page=2')).body);
    expect((await library.call('notes-show-tool', { id: 3 })).isError).toBe(true);
  });

  it('runs one statement if nothing is hidden, and two to reach a later page', async () => {
    expect((await library.get('notes', 'librarian')).statements).toHaveLength(1);
    expect((await library.get('notes?page=2', 'librarian')).statements).toHaveLength(2);
  });

  it('calls show once for each record of a page', async () => {
    library.provider(ShowCalls).take();
    await library.get('notes?include=folder', 'librarian');
    expect(library.provider(ShowCalls).take()).toEqual([20, 19, 18, 17, 16]);
  });

  it('reads no column of a skipped record except those that the policy needs', async () => {
    const [skipping] = (await library.get('notes?page=2')).statements;
    expect(skipping).not.toContain('grade');
  });

  it('continues where an include was cut (C3.3)', async () => {
    const { body } = await library.get('folders/1?include=notes&relatablePerPage=4&more=true');
    const shown = body.data.relationships.notes.map(({ id }: { id: string }) => Number(id));
    expect(shown).toEqual([20, 18, 16, 14]);
    const more: string = body.data.meta.more.notes;
    expect([...shown, ...(await walk(more.slice('/api/'.length)))]).toEqual([
      20, 18, 16, 14, 12, 10, 8, 6, 4, 2,
    ]);
  });
});

describe('The rows that a page reads are limited (C4.4, C12)', () => {
  let bounded: LibraryApp;
  beforeAll(async () => {
    bounded = await startNotes({ options: { limits: { rowBudget: 100 } } });
  });
  afterAll(() => bounded?.stop());

  const advice =
    'The policy of notes decides on each record, so a page reads all records up to its end, and at most 100.';

  it('rejects a page that is too far, before it reads anything', async () => {
    await fillNotes(
      bounded,
      notesUpTo(3, () => false),
    );
    const { status, body, statements } = await bounded.get('notes?perPage=10&page=11');
    expect([status, body.errors]).toEqual([
      400,
      {
        page: [
          `This page is out of reach. ${advice} Use "cursor" in place of page numbers, or narrow the records with a filter or a search.`,
        ],
      },
    ]);
    expect(statements).toEqual([]);
    expect((await bounded.get('notes?perPage=10&page=10')).status).toBe(200);
  });

  it('reads 100 records to fill a page, and no more', async () => {
    await fillNotes(
      bounded,
      notesUpTo(99, (id) => id !== 2),
    );
    expect(keys(await bounded.get('notes?perPage=1&sort=id'))).toEqual([2]);
    await fillNotes(
      bounded,
      notesUpTo(101, (id) => id !== 2),
    );
    const { status, body, statements } = await bounded.get('notes?cursor=');
    expect([status, body.errors]).toEqual([
      400,
      {
        cursor: [
          `This page is out of reach. ${advice} Narrow the records with a filter or a search.`,
        ],
      },
    ]);
    expect(statements.length).toBeLessThanOrEqual(6);
    expect(keys(await bounded.get('notes?cursor=&text=Note 2,Note 3'))).toEqual([2]);
  });
});

describe('A show that does not depend on the record (C4.4)', () => {
  it('hides all records or no record, and pages keep their total', async () => {
    const { body, statements } = await library.get('drawers', 'librarian');
    expect([body.meta.total, body.data.length]).toEqual([1, 1]);
    expect(statements.length).toBeLessThanOrEqual(2);
    expect((await library.get('drawers')).body).toMatchObject({
      data: [],
      meta: { total: 0, last_page: 1 },
    });
    expect((await library.get('drawers/1')).status).toBe(404);
  });
});

describe('The start (C4.4)', () => {
  it('warns that a scope would be better, and about settings without effect', () => {
    const warnings = lines.join('\n');
    expect(warnings).toContain('NotePolicy decides on each record');
    expect(warnings).toContain('sortable has no effect');
    expect(warnings).toContain('searchable has no effect');
    expect(warnings).not.toContain('ShownToLibrariansPolicy');
  });
});
