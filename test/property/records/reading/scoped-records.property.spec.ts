import fc from 'fast-check';
import {
  and,
  everything,
  gte,
  not,
  nothing,
  or,
  where,
  type AppUser,
  type Condition,
} from '../../../../src/index.js';
import { examples } from '../../../support/examples.js';
import { Patron, type Book } from '../../../support/library-app/entities.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { BookResource } from '../../../support/library-app/resources.js';
import { insert, writerKey } from '../../../support/library-app/seed.js';

const EXAMPLES = examples(80);

/** A generated book: numbers as integers, the price in cents. */
interface Row {
  readonly id: string;
  readonly title: string;
  readonly pages: number;
  readonly cents: number;
  readonly copies: bigint;
  readonly available: boolean;
  readonly printed: Date | null;
  readonly writer: string | null;
  readonly deleted: boolean;
}

let library: LibraryApp;
beforeAll(async () => {
  library = await LibraryApp.start({ unseen: { note: 'none', rows: false } });
  const { database } = library;
  for (const table of ['shelvings', 'loans', 'books']) await database.write(`delete from ${table}`);
});
afterAll(() => library?.stop());

const row = fc.record({
  title: fc.constantFrom('a', 'A', 'a ', 'é', 'É', 'b'),
  pages: fc.constantFrom(-7, 0, 1, 2_147_483_647, -2_147_483_648),
  cents: fc.oneof(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.constantFrom(1, -1, 10)),
  copies: fc.oneof(
    fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    fc.constantFrom(2n ** 63n - 1n, -1n, 0n),
  ),
  available: fc.boolean(),
  printed: fc.constantFrom(null, new Date('2024-01-01T00:00:00.001Z'), new Date('1999-12-31')),
  writer: fc.constantFrom(null, writerKey(1), writerKey(2)),
  deleted: fc.boolean(),
});
const rows = fc
  .array(row, { maxLength: 9 })
  .map((list) => list.map((each, at): Row => ({ ...each, id: String(at + 1) })));

/** A condition, and the same as a predicate. */
type Tested = readonly [condition: Condition<Book>, holds: (row: Row) => boolean];
const simple = fc.constantFrom<Tested>(
  [everything(), () => true],
  [nothing(), () => false],
  [where({ available: true }), ({ available }) => available],
  [where({ writerId: null }), ({ writer }) => writer === null],
  [where({ title: ['a', 'b'] }), ({ title }) => ['a', 'b'].includes(title)],
  [where({ pageCount: gte(0) }), ({ pages }) => pages >= 0],
  [where({ price: gte('0.10') }), ({ cents }) => cents >= 10],
);
const condition: fc.Arbitrary<Tested> = fc.oneof(
  simple,
  simple.map(([inner, holds]): Tested => [not(inner), (each) => !holds(each)]),
  fc
    .tuple(simple, simple)
    .map(([[a, isA], [b, isB]]): Tested => [and(a, b), (each) => isA(each) && isB(each)]),
  fc
    .tuple(simple, simple)
    .map(([[a, isA], [b, isB]]): Tested => [or(a, b), (each) => isA(each) || isB(each)]),
);

const moneyOf = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

async function store(stored: readonly Row[]): Promise<void> {
  await library.database.write('delete from books');
  for (const { id, title, pages, cents, copies, available, printed, writer, deleted } of stored)
    await insert(library.database, 'books', {
      id,
      title,
      page_count: pages,
      price: moneyOf(BigInt(cents)),
      cover_price: '0.00',
      copies_sold: String(copies),
      available,
      printed_at: printed,
      writer_id: writer,
      deleted_at: deleted ? new Date(0) : null,
    });
}

const sumOf = (numbers: readonly bigint[]): bigint => numbers.reduce((sum, each) => sum + each, 0n);
const cents = (visible: readonly Row[]) => sumOf(visible.map((each) => BigInt(each.cents)));

/** By code points, as the service orders strings. */
const lowest = (strings: readonly string[]): string | null =>
  strings.reduce<string | null>((min, each) => (min === null || each < min ? each : min), null);

function grouped(visible: readonly Row[]): Map<string | null, Row[]> {
  const groups = new Map<string | null, Row[]>();
  for (const each of visible) groups.set(each.writer, [...(groups.get(each.writer) ?? []), each]);
  return groups;
}

const mapped = <Result>(visible: readonly Row[], of: (rows: readonly Row[]) => Result) =>
  new Map([...grouped(visible)].map(([writer, own]) => [writer, of(own)]));

/** The results of the same reads, computed in memory. */
const expected = (visible: readonly Row[], skip: number, take: number) => ({
  found: visible
    .toSorted((one, other) => Number(other.id) - Number(one.id))
    .slice(skip, skip + take)
    .map(({ id }) => id),
  sorted: visible
    .toSorted((one, other) => one.pages - other.pages || Number(other.id) - Number(one.id))
    .slice(0, take)
    .map(({ id }) => id),
  count: visible.length,
  copies: String(sumOf(visible.map(({ copies }) => copies))),
  price: moneyOf(cents(visible)),
  pages: visible.reduce((sum, { pages }) => sum + pages, 0),
  average: visible.length === 0 ? null : Number(moneyOf(cents(visible))) / visible.length,
  title: lowest(visible.map(({ title }) => title)),
  counts: mapped(visible, (own) => own.length),
  prices: mapped(visible, (own) => moneyOf(cents(own))),
  printed: mapped(visible, (own) =>
    own.reduce<Date | null>(
      (max, { printed }) => (printed && (!max || printed > max) ? printed : max),
      null,
    ),
  ),
});

describe('Scoped reads', () => {
  it('return what a computation in memory returns, each with one statement (C4.4, C4.5)', async () => {
    const reader = Object.assign(new Patron(), { id: 1, isLibrarian: false }) as unknown as AppUser;
    await fc.assert(
      fc.asyncProperty(
        rows,
        condition,
        condition,
        fc.nat(4),
        fc.integer({ min: 1, max: 5 }),
        async (stored, [scope, isInside], [wanted, isWanted], skip, take) => {
          await store(stored);
          library.bookScope.current = scope;
          const books = library.records.of(BookResource).for(reader);
          const among = { where: wanted };
          const statements: string[] = [];
          const stop = library.database.observe((sql) => void statements.push(sql));
          const ids = (found: readonly Book[]) => found.map(({ id }) => id);
          const actual = {
            found: ids(await books.find({ ...among, take, skip })),
            sorted: ids(await books.find({ ...among, take, orderBy: { pageCount: 'asc' } })),
            count: await books.count(among),
            copies: await books.sum('copiesSold', among),
            price: await books.sum('price', among),
            pages: await books.sum('pageCount', among),
            average: await books.average('price', among),
            title: await books.min('title', among),
            counts: await books.groupBy('writerId', among).count(),
            prices: await books.groupBy('writerId', among).sum('price'),
            printed: await books.groupBy('writerId', among).max('printedAt'),
          };
          stop();
          const visible = stored.filter(
            (each) => !each.deleted && isInside(each) && isWanted(each),
          );
          expect(actual).toEqual(expected(visible, skip, take));
          expect(statements).toHaveLength(Object.keys(actual).length);
        },
      ),
      EXAMPLES,
    );
  });
});
