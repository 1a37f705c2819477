import { insert, writerKey } from '../../../support/library-app/seed.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start({ options: { limits: { rowBudget: 96 } } });
  for (let book = 0; book < 6; book++)
    for (let genre = 0; genre < 6; genre++)
      await insert(library.database, 'shelvings', {
        book_id: String(104 + book),
        genre_id: `g${genre}`,
      });
  for (let genre = 0; genre < 6; genre++)
    await insert(library.database, 'genres', { slug: `g${genre}`, label: 'Many' });
});
afterAll(() => library?.stop());

const errorsOf = (body: unknown) => (body as { errors: Record<string, string[]> }).errors;

describe('The row budget (C12)', () => {
  it('allows a level that could exactly use it up', async () => {
    expect((await library.get('writers?perPage=16&include=books&relatablePerPage=5')).status).toBe(
      200,
    );
  });

  it('rejects a level that could exceed it before it runs, with the numbers and what lowers them', async () => {
    const plain = await library.get('writers?perPage=16');
    const { status, body, statements } = await library.get(
      'writers?perPage=16&include=books&relatablePerPage=6',
    );
    expect(status).toBe(400);
    expect(errorsOf(body)).toEqual({
      include: [
        '"books" could load 96 records: 16 parents, 6 each. Of the 96 that a request may load, 80 are left.' +
          ' Ask for a lower relatablePerPage or perPage, or fewer relations.',
      ],
    });
    expect(statements).toHaveLength(plain.statements.length);
  });

  it('counts the relations of one level together', async () => {
    expect(
      (await library.get('writers?perPage=4&include=books,topics&relatablePerPage=11')).status,
    ).toBe(200);
    expect(
      (await library.get('writers?perPage=4&include=books,topics&relatablePerPage=12')).status,
    ).toBe(400);
  });

  it('counts the parents that were really loaded, not those that could have been', async () => {
    expect(
      (await library.get(`writers/${writerKey(1)}?include=books.genres&relatablePerPage=23`))
        .status,
    ).toBe(200);
    expect(
      (await library.get(`writers/${writerKey(1)}?include=books.genres&relatablePerPage=31`))
        .status,
    ).toBe(400);
  });

  it('counts a record on show as on index', async () => {
    expect(
      (await library.get(`writers/${writerKey(1)}?include=books&relatablePerPage=95`)).status,
    ).toBe(200);
    expect(
      (await library.get(`writers/${writerKey(1)}?include=books&relatablePerPage=96`)).status,
    ).toBe(400);
  });

  it('counts a shared record as often as the response contains it', async () => {
    const { status, body } = await library.get(
      'genres/g0?include=books.genres.books&relatablePerPage=6',
    );
    expect(status).toBe(400);
    expect(errorsOf(body).include![0]).toMatch(
      /^"\w+" would add \d+ records to the response; shared records count each time\. The response would contain (?:9[7-9]|\d{3}) records; a request may load 96\./,
    );
    expect((await library.get('genres/g0?include=books.genres&relatablePerPage=6')).status).toBe(
      200,
    );
  });
});
