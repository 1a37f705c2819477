import { dialects } from '../../../../src/database/engines/dialects.js';
import { testDialect } from '../../../support/databases.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { recordsOf } from './resource-objects.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
});
afterAll(() => library?.stop());

const statementsOf = async (path: string): Promise<number> => {
  const { status, statements } = await library.get(path);
  expect(status).toBe(200);
  return statements.length;
};

/** Where the database builds the nested records of a page, the page and the total remain. */
const trips = { written: dialects[testDialect].json ? 2 : 4, read: 3 };

describe('The statements of an index (C5.4)', () => {
  it('are the page and the total at any depth, if the database writes JSON, and no policy and no callable reads related records', async () => {
    expect(await statementsOf('genres?include=books[title|price].genres&page=1&perPage=2')).toBe(
      trips.written,
    );
  });

  it('are one more per level if `show` decides', async () => {
    expect(await statementsOf('books?include=remarks[text]&perPage=2')).toBe(trips.read);
  });

  it('read level by level if the result could exceed the row budget (C12)', async () => {
    const path = 'genres?include=books[title].genres.books[title]&perPage=50&relatablePerPage=20';
    expect(await statementsOf(path)).toBeGreaterThan(trips.read);
  });

  it('return the members in the requested order, whether the database or the service builds them (C3.5)', async () => {
    const { body } = await library.get(
      'books?include=remarks[text],genres,author[full_name],subjects',
    );
    for (const { relationships } of recordsOf(body))
      expect(Object.keys(relationships!)).toEqual(['remarks', 'genres', 'author', 'subjects']);
  });
});
