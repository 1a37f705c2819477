import { dialects } from '../../../../src/database/engines/dialects.js';
import { testDialect } from '../../../support/databases.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { LARGE, writerKey } from '../../../support/library-app/seed.js';
import { keysOf, recordOf, recordsOf, withoutMeta, type Resource } from './resource-objects.js';

let library: LibraryApp;

const FIFTEEN = 15;
const [parentNumber, childNumber] = [5_000, 1_000];

/**
 * 15 writers with 15 pupils each, who have 15 books each; the writers are the first of an index.
 */
beforeAll(async () => {
  library = await LibraryApp.start();
  const writers: (string | boolean | null)[][] = [];
  const books: (string | number | boolean | null)[][] = [];
  for (let parent = 0; parent < FIFTEEN; parent++) {
    writers.push([writerKey(parentNumber + parent), `Parent ${parent}`, false, null]);
    for (let at = 0; at < FIFTEEN; at++) {
      const child = childNumber + parent * FIFTEEN + at;
      writers.push([writerKey(child), `Child ${child}`, false, writerKey(parentNumber + parent)]);
      for (let book = 0; book < FIFTEEN; book++)
        books.push([
          String(child * 100 + book),
          `Book ${book}`,
          1,
          '1',
          '1',
          '1',
          true,
          writerKey(child),
        ]);
    }
  }
  await insertAll('writers', 'id, full_name, hidden, mentor_id', writers);
  await insertAll(
    'books',
    'id, title, page_count, price, cover_price, copies_sold, available, writer_id',
    books,
  );
});
afterAll(() => library?.stop());

async function insertAll(
  table: string,
  columns: string,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    const part = rows.slice(from, from + 500);
    const marks = part.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
    await library.database.write(`insert into ${table} (${columns}) values ${marks}`, part.flat());
  }
}

const tree = 'include=pupils[full_name].books[title]';

/** Keys of the records three levels deep: parent -> child -> grandchildren. */
const treeOf = (records: readonly Resource[]) =>
  records.map(({ relationships }) =>
    (relationships!.pupils as readonly Resource[]).map(
      (child) => keysOf(child.relationships!.books).length,
    ),
  );

describe('A page of 15 parents with 15 children with 15 grandchildren (C5.4)', () => {
  it('needs one statement per level, or one for all that the database writes, and one for the total', async () => {
    const { status, body, statements } = await library.get(`writers?perPage=15&${tree}`);
    expect(status).toBe(200);
    expect(statements).toHaveLength(dialects[testDialect].json ? 2 : 4);
    expect(treeOf(recordsOf(body))).toEqual(
      new Array(FIFTEEN).fill(new Array(FIFTEEN).fill(FIFTEEN)),
    );
  });

  it('calls policies in one batch, only for the page, since related records of an index have no flags', async () => {
    library.questions.take();
    await library.get(`writers?perPage=15&${tree}`);
    expect(library.questions.take()).toEqual({
      'writers.index': 1,
      'writers.scope': 1,
      'writers.store': 1,
      'writers.delete': 1,
      'writers.update': FIFTEEN,
    });
  });

  it('calls policies in one batch per level on show: once per level, or once per record if they read the record', async () => {
    library.questions.take();
    const { body, statements } = await library.get(`writers/${writerKey(parentNumber)}?${tree}`);
    expect(treeOf([recordOf(body)])).toEqual([new Array(FIFTEEN).fill(FIFTEEN)]);
    expect(library.questions.take()).toEqual({
      'writers.index': 1,
      'writers.scope': 1,
      'writers.store': 1,
      'writers.delete': 2,
      'writers.update': 1 + FIFTEEN,
    });
    // On PostgreSQL the first level is loaded with the record.
    expect(statements).toHaveLength(testDialect === 'postgres' ? 2 : 3);
  });
});

describe('Records that several parents share (C5.3)', () => {
  it('contain their relations in full on every branch of an index', async () => {
    const include = 'writer[full_name].mentor[full_name].pupils[id],writer.books[title]';
    const { body } = await library.get(`books?perPage=30&include=${include}`);
    const writers = recordsOf(body).map(({ relationships }) => relationships!.writer as Resource);
    const shared = writers.at(-1)!;
    const branches = writers.filter(({ id }) => id === shared.id);
    expect(branches.length).toBeGreaterThan(10);
    for (const writer of branches) expect(writer).toEqual(shared);
    expect(keysOf(shared.relationships!.books)).toHaveLength(FIFTEEN);
    const mentors = new Set(
      writers.slice(2).map(({ relationships }) => relationships!.mentor as Resource),
    );
    for (const mentor of mentors)
      expect(keysOf(mentor.relationships!.pupils)).toHaveLength(FIFTEEN);
  });

  it('contain them in full on every branch of a show, at every level', async () => {
    const { body } = await library.get(
      `books/${LARGE}?include=genres.books[title].genres,genres.books.writer[id]`,
    );
    const genres = withoutMeta(recordOf(body)).relationships!.genres as readonly Resource[];
    const others = genres.flatMap(({ relationships }) =>
      (relationships!.books as readonly Resource[]).filter(({ id }) => id !== LARGE),
    );
    expect(others.length).toBeGreaterThan(0);
    for (const { relationships } of others) {
      expect(keysOf(relationships!.genres)).toEqual(['sf']);
      expect(keysOf(relationships!.writer)).toEqual([writerKey(1)]);
    }
    // The book of the path is its own ancestor through `genres`, and only that relation is omitted
    // on it.
    for (const genre of genres) {
      const own = (genre.relationships!.books as readonly Resource[]).find(
        ({ id }) => id === LARGE,
      )!;
      expect(Object.keys(own.relationships!)).toEqual(['writer']);
    }
  });
});
