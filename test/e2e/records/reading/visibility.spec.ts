import { LibraryApp, type Response } from '../../../support/library-app/library-app.js';
import { LARGE, writerKey } from '../../../support/library-app/seed.js';
import { keysOf, recordOf, recordsOf } from './resource-objects.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
});
afterAll(() => library?.stop());

const one = writerKey(1);
const seen = ({ status, text }: Response) => ({ status, text });

describe('Only rows inside the scope exist (C4.4)', () => {
  it.each([
    [`writers/${writerKey(90)}`, `writers/${writerKey(99)}`],
    ['books/12', 'books/99'],
    ['books/11', 'books/99'],
    ['remarks/20', 'remarks/99'],
    ['cards/2', 'cards/99'],
    ['fines/1', 'fines/99'],
    ['ledgers/1', 'ledgers/99'],
  ])('returns for %s the same as for %s', async (hidden, absent) => {
    expect(seen(await library.get(hidden))).toEqual(seen(await library.get(absent)));
  });

  it('shows a soft-deleted record to nobody (C4.5)', async () => {
    expect((await library.get('books/11', 'librarian')).status).toBe(404);
    expect((await library.get('books/12', 'librarian')).status).toBe(200);
    const { body } = await library.get('genres/sf?include=books[title]', 'librarian');
    expect(keysOf(recordOf(body).relationships!.books)).toEqual([LARGE, '9007199254740992', '12']);
  });

  it('counts what is visible, and nothing else', async () => {
    expect((await library.get('writers')).body).toMatchObject({ meta: { total: 16 } });
    expect((await library.get('writers', 'librarian')).body).toMatchObject({ meta: { total: 18 } });
    expect((await library.get('fines', 'librarian')).body).toMatchObject({ meta: { total: 0 } });
  });

  it('follows a morph to the scopes of its targets', async () => {
    expect(keysOf(recordsOf((await library.get('remarks')).body))).toEqual([
      '7',
      '6',
      '3',
      '2',
      '1',
    ]);
    const all = await library.get('remarks', 'librarian');
    expect(keysOf(recordsOf(all.body))).toEqual([
      '21',
      '20',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
  });

  it('treats a soft-deleted record as missing in a condition', async () => {
    expect((await library.get('remarks/22', 'librarian')).status).toBe(404);
  });
});

describe('A record that show hides (C3.3, C3.4, C4.3)', () => {
  it('is returned as a missing one, and is on no page', async () => {
    for (const { id, meta } of recordsOf((await library.get('remarks')).body)) {
      const { status } = await library.get(`remarks/${id}`);
      expect({ id, status, shown: meta!.authorizedToShow }).toEqual({
        id,
        status: 200,
        shown: true,
      });
    }
    expect(seen(await library.get('remarks/4'))).toEqual(seen(await library.get('remarks/99')));
  });

  it.each([
    [1, ['6']],
    [2, ['6', '3']],
    [4, ['6', '3', '2', '1']],
    [100, ['6', '3', '2', '1']],
  ])('is removed from a relation before it is cut at %i', async (size, keys) => {
    const query = `include=remarks&relatablePerPage=${size}`;
    const shown = recordOf((await library.get(`writers/${one}?${query}`)).body);
    expect(keysOf(shown.relationships!.remarks)).toEqual(keys);
    const listed = recordsOf((await library.get(`writers?perPage=16&${query}`)).body);
    expect(listed.slice(-2).map(({ relationships }) => keysOf(relationships!.remarks))).toEqual([
      [],
      keys,
    ]);
  });
});

describe('The order of checks (C4.3)', () => {
  it.each([
    ['an unknown resource before its query', 'nothing?zzz=1', 404],
    ["the collection's gate before the query", 'ledgers?zzz=1', 403],
    ["the collection's gate before the record", 'ledgers/99', 403],
    ['the query before the record', `writers/${writerKey(99)}?include=zzz`, 400],
    ['the query before the key', 'writers/zzz?zzz=1', 400],
    ['the query before the policy of the record', 'remarks/4?zzz=1', 400],
  ])('%s', async (_claim, path, status) => {
    expect((await library.get(path)).status).toBe(status);
  });

  it('rejects a query without a statement', async () => {
    expect((await library.get('writers?include=books.zzz')).statements).toEqual([]);
  });
});

describe('A relation that the user may not use (C5.2)', () => {
  it.each([
    ['writers', 'ledgers'],
    ['writers', 'ledgers[entry]'],
    ['writers', 'ledgers[zzz]'],
    ['writers', 'ledgers.zzz'],
    [`writers/${one}`, 'books,ledgers'],
    ['books', 'readers'],
    ['books', 'readers.card'],
    ['topics', 'writers.ledgers'],
  ])('responds as an undeclared one: %s?include=%s', async (path, include) => {
    const unused = /ledgers|readers/.exec(include)![0];
    const undeclared = 'q'.repeat(unused.length);
    const refused = await library.get(`${path}?include=${include}`);
    const absent = await library.get(`${path}?include=${include.replace(unused, undeclared)}`);
    expect(refused.status).toBe(400);
    expect(refused.text.replace(`"${unused}\\"`, `"${undeclared}\\"`)).toBe(absent.text);
  });

  it('is available to users whom the ability allows', async () => {
    const { status, body } = await library.get(`writers/${one}?include=ledgers`, 'librarian');
    expect(status).toBe(200);
    expect(keysOf(recordOf(body).relationships!.ledgers)).toEqual(['1']);
    expect((await library.get('books?include=readers', 'librarian')).status).toBe(200);
  });

  it('is offered only to those who may use it', async () => {
    expect((await library.get('writers?include=ledgerz')).text).not.toContain('ledgers');
    expect((await library.get('writers?include=ledgerz', 'librarian')).text).toContain(
      'Did you mean \\"ledgers\\"?',
    );
  });
});
