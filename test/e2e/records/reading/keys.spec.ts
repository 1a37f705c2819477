import { LibraryApp } from '../../../support/library-app/library-app.js';
import { LARGE, writerKey } from '../../../support/library-app/seed.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
});
afterAll(() => library?.stop());

const notFound = { message: 'Not found.', code: 'not_found' };

const noIntegers = [
  '1abc',
  '01',
  '1.0',
  '1e0',
  '%201',
  '1%20',
  '+1',
  '-0',
  '0x1',
  '2147483648',
  '9007199254740993',
  'null',
  '%C3%A9',
];
const noBigints = [
  '10abc',
  '010',
  '10.0',
  '1e1',
  '%2010',
  '+10',
  '9223372036854775808',
  '-9223372036854775809',
  '1'.repeat(400),
];
const uuid = writerKey(1);
const noUuids = [uuid.slice(1), `${uuid}0`, `{${uuid}}`, uuid.replaceAll('-', ''), '1', "'"];

describe('A key in a path (C1.3)', () => {
  it.each([
    ['patrons/1', '1'],
    [`books/${LARGE}`, LARGE],
    [`writers/${uuid}`, uuid],
    ['genres/sf', 'sf'],
    ['genres/null', 'null'],
  ])('finds %s', async (path, id) => {
    expect(await library.get(path)).toMatchObject({ status: 200, body: { data: { id } } });
  });

  it.each([
    'patrons/2147483647',
    'patrons/-1',
    'books/9223372036854775807',
    `writers/${writerKey(99)}`,
    'genres/SF',
    'genres/sf%20',
  ])('finds nothing at %s', async (path) => {
    expect(await library.get(path)).toMatchObject({ status: 404, body: notFound });
  });

  it.each([
    ...noIntegers.map((key) => `patrons/${key}`),
    ...noBigints.map((key) => `books/${key}`),
    ...noUuids.map((key) => `writers/${key}`),
    `genres/${'x'.repeat(256)}`,
  ])('is rejected before any statement if it is malformed: %s', async (path) => {
    const { status, body, statements } = await library.get(path);
    expect({ status, body }).toEqual({ status: 404, body: notFound });
    expect(statements).toEqual([]);
  });
});
