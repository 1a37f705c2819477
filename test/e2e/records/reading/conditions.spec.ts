import {
  and,
  column,
  differs,
  everything,
  exists,
  gt,
  gte,
  lt,
  lte,
  not,
  nothing,
  notIn,
  or,
  presentThrough,
  sql,
  visibleThrough,
  where,
  type Scope,
} from '../../../../src/index.js';
import type { Book, Writer } from '../../../support/library-app/entities.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { LARGE, NEARLY_LARGE, writerKey } from '../../../support/library-app/seed.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
});
afterAll(() => library?.stop());
afterEach(() => library.bookScope.reset());

const first = writerKey(1);
const printed = new Date('2024-02-08T02:16:20.000Z');
/**
 * The books of writer 1, and the one without a writer, that are not deleted: most of the table is
 * about them.
 */
const few = where<Book>({ writerId: [first] }, { writerId: null });
const among = (condition: Scope<Book>): Scope<Book> => and(few, condition);

const LAST = '9007199254740999';
const all = [LAST, LARGE, NEARLY_LARGE, '12', '10', '5'];

/** A scope, and the keys of the books inside it, the highest first. */
const cases: readonly (readonly [claim: string, scope: Scope<Book>, keys: readonly string[]])[] = [
  ['everything except deleted records', among(everything()), all],
  ['nothing', nothing(), []],
  ['a string equals', where({ title: 'Fourth' }), ['10']],
  ['a string differs in case', where({ title: 'fourth' }), []],
  ['a string has no trailing blank', where({ title: 'Fourth ' }), []],
  ['null', where({ writerId: null }), ['5']],
  ['not null', among(not(where({ writerId: null }))), [LAST, LARGE, NEARLY_LARGE, '12', '10']],
  [
    'differs keeps nulls',
    among(where({ mainGenreId: differs('null') })),
    [LAST, NEARLY_LARGE, '12', '10', '5'],
  ],
  [
    'a negation keeps nulls',
    among(not(where({ mainGenreId: 'null' }))),
    [LAST, NEARLY_LARGE, '12', '10', '5'],
  ],
  ['a list of strings', where({ title: ['Fourth', 'Orphan', "it's", '?'] }), ['10', '5']],
  ['a list of bigints', where({ id: [LARGE, '10'] }), [LARGE, '10']],
  ['an empty list', where({ id: [] }), []],
  ['not in an empty list', among(where({ id: notIn<string>([]) })), all],
  ['not in a list', among(where({ id: notIn([LARGE, '10', LAST]) })), [NEARLY_LARGE, '12', '5']],
  [
    'not in a list keeps nulls',
    among(where({ mainGenreId: notIn(['null']) })),
    [LAST, NEARLY_LARGE, '12', '10', '5'],
  ],
  ['a list of integers', among(where({ pageCount: [100, 7] })), all],
  ['a list of booleans', among(where({ available: [true] })), [LARGE, NEARLY_LARGE, '10', '5']],
  ['a list of both booleans', among(where({ available: [true, false] })), all],
  ['a list of instants', where({ printedAt: [printed, new Date(0)] }), [LARGE]],
  ['a list of uuids', where({ writerId: [first], available: true }), [LARGE, NEARLY_LARGE, '10']],
  ['a list of decimals', among(where({ price: ['10.00', '7.5'] })), [NEARLY_LARGE]],
  [
    'a null in a list is IS NULL',
    among(where({ mainGenreId: [null, 'sf'] })),
    [LAST, NEARLY_LARGE, '12', '10', '5'],
  ],
  ['a boolean', among(where({ available: false })), [LAST, '12']],
  ['an instant', where({ printedAt: printed }), [LARGE]],
  ['later than an instant', where({ printedAt: gt(new Date(printed.getTime() - 1)) }), [LARGE]],
  ['not later than itself', where({ printedAt: gt(printed) }), []],
  ['from a number', among(where({ id: gte(LARGE) })), [LAST, LARGE]],
  ['below a number', among(where({ id: lt('12') })), ['10', '5']],
  ['up to a number', among(where({ id: lte('12') })), ['12', '10', '5']],
  ['a decimal by its value', among(where({ price: gt('0.95') })), [NEARLY_LARGE]],
  ['alternatives', where({ title: 'Fourth' }, { title: 'Orphan', pageCount: 100 }), ['10', '5']],
  ['or', or(where<Book>({ title: 'Fourth' }), where<Book>({ title: 'Orphan' })), ['10', '5']],
  [
    'exists through BelongsTo',
    among(exists<Book, 'writer'>('writer', where({ fullName: 'Writer 1' }))),
    all.slice(0, -1),
  ],
  ['exists by the name of the property', exists<Book>('mainGenre'), [LARGE]],
  [
    'exists through BelongsToMany',
    exists<Book, 'genres'>('genres', where({ slug: 'sf' })),
    [LARGE, NEARLY_LARGE, '12'],
  ],
  [
    'exists through MorphMany',
    exists<Book, 'remarks'>('remarks', where({ text: 'Remark 7' })),
    [LARGE],
  ],
  [
    'exists through MorphToMany',
    exists<Book, 'topics'>('topics', where({ name: 'Love' })),
    [LARGE, '10'],
  ],
  [
    'exists through a pivot with its own key',
    exists<Book, 'readers'>('readers', where({ name: 'Reader' })),
    [LARGE, '12', '10'],
  ],
  ['does not exist', among(not(exists<Book>('genres'))), [LAST, '5']],
  [
    'exists two relations away',
    exists<Book, 'writer'>(
      'writer',
      exists<Writer, 'remarks'>('remarks', where({ text: 'Remark 6' })),
    ),
    [LAST, LARGE, NEARLY_LARGE, '12', '10'],
  ],
  ['visible through a relation', among(visibleThrough('writer')), all.slice(0, -1)],
  ['present through a relation', among(presentThrough('main_genre')), [LARGE]],
  [
    'SQL that joins by or',
    among(sql`${column('title')} = ${'Fourth'} or ${column('title')} <> ${''}`),
    all,
  ],
  ['a piece of SQL', sql`lower(${column('title')}) in (${'fourth'}, ${'?'})`, ['10']],
];

describe('A scope as a condition (C4.4)', () => {
  it.each(cases)('selects the right rows: %s', async (_claim, scope, keys) => {
    library.bookScope.current = scope;
    const { status, body } = await library.get('books?fields[books]=title&perPage=100');
    expect(status).toBe(200);
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(keys);
    expect(body).toMatchObject({ meta: { total: keys.length } });
  });

  it.each(cases)(
    'applies to a record, and in a relation of several parents: %s',
    async (_claim, scope, keys) => {
      library.bookScope.current = scope;
      const statuses = await Promise.all(
        all.map(async (key) => (await library.get(`books/${key}`)).status),
      );
      expect(statuses).toEqual(all.map((key) => (keys.includes(key) ? 200 : 404)));
      const { body } = await library.get('writers?perPage=16&include=books&fields[writers]=id');
      const [writer] = (
        body as { data: { relationships: { books: { id: string }[] } }[] }
      ).data.slice(-1);
      expect(writer!.relationships.books.map(({ id }) => id)).toEqual(
        keys.filter((key) => key !== '5'),
      );
    },
  );
});
