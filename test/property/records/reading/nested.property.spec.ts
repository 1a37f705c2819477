import fc from 'fast-check';
import { examples } from '../../../support/examples.js';
import { dialects } from '../../../../src/database/engines/dialects.js';
import { testDialect } from '../../../support/databases.js';
import { type DemoApp, startDemo } from '../../../support/demo-app.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { LARGE } from '../../../support/library-app/seed.js';
import { AggregationComparison } from '../../../support/aggregation-comparison.js';
import { successful } from '../querying/queries.js';
import { indexWithIncludes } from './includes.js';

const EXAMPLES = examples(250);

let library: LibraryApp;
let demo: DemoApp;
const log: string[] = [];

beforeAll(async () => {
  // The last one to start owns the process's log.
  demo = await startDemo();
  library = await LibraryApp.start({ log: (line) => log.push(line) });
});
afterAll(async () => {
  await library?.stop();
  await demo?.close();
});

/**
 * Reads generated indexes both ways. @returns how many responses contained what the database built
 */
async function compare(ways: AggregationComparison, token: string): Promise<number> {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(indexWithIncludes(ways.registry.resources), async ([key, query]) => {
      const [here, there] = await ways.index(token, key, query);
      expect({ key, query, text: here.text }).toEqual({ key, query, text: there.text });
      expect(there.nested).toBe(0);
      if (here.nested > 0) written += 1;
    }),
    EXAMPLES,
  );
  return written;
}

/** SQLite converts a value to the type of its column, or stores it as it is. */
const typed = (type: string): string => (testDialect === 'sqlite' ? '?' : `?::${type}`);

const texts = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ''));
const corruptInstants = fc.constantFrom(
  'infinity',
  '-infinity',
  '0044-03-15 12:00:00 BC',
  '12024-01-01 00:00:00',
);
const instants = fc.oneof(
  fc.constantFrom('0001-01-01 00:00:00', '9999-12-31 23:59:59.999'),
  fc.constantFrom('2024-02-29 23:59:59.9995', '1969-12-31 23:59:59.000001'),
  fc
    .integer({ min: 0, max: 999_999 })
    .map((micros) => `2024-05-06 07:08:09.${String(micros).padStart(6, '0')}`),
);

if (dialects[testDialect].json) {
  describe('JSON that the database builds (C1.6, C3.5)', () => {
    it('equals what the service builds of its rows, byte for byte: the library', async () => {
      const ways = new AggregationComparison(library.app);
      expect(await compare(ways, await library.token('reader'))).toBeGreaterThan(20);
      expect(await compare(ways, await library.token('librarian'))).toBeGreaterThan(20);
    });

    it('equals what the service builds of its rows, byte for byte: the demo', async () => {
      const ways = new AggregationComparison(demo.app);
      expect(await compare(ways, await demo.tokenOf('admin'))).toBeGreaterThan(20);
      expect(await compare(ways, await demo.tokenOf('reader'))).toBeGreaterThan(20);
    });

    it('does so in the orders and with the filters that a request sets for relations (C5.1)', async () => {
      const ways = new AggregationComparison(library.app);
      let written = 0;
      await fc.assert(
        fc.asyncProperty(successful, async (path) => {
          const [key, query] = path.split('?') as [string, string];
          const [here, there] = await ways.index(await library.token('reader'), key, query);
          expect({ path, text: here.text }).toEqual({ path, text: there.text });
          if (here.nested > 0) written += 1;
        }),
        EXAMPLES,
      );
      expect(written).toBeGreaterThan(10);
    });

    it('does so for any string, instant, bigint and decimal; a value that does not fit its column is read, and logged', async () => {
      const ways = new AggregationComparison(library.app);
      const query =
        'include=books[title|price|copies_sold|printed_at].kinds,pupils[full_name|born_at]&perPage=100';
      const counts = fc.bigInt({ min: 0n, max: 2n ** 62n }).map(String);
      const prices = fc
        .integer({ min: -99_999, max: 99_999 })
        .map((cents) => (cents / 100).toFixed(2));
      const corrupt = fc.oneof(
        fc.tuple(texts, corruptInstants, counts, prices),
        fc.tuple(texts, instants, counts, fc.constant('NaN')),
      );
      const sound = fc.tuple(texts, instants, counts, prices);
      const values = fc.oneof(
        sound.map((row) => ({ row, nested: 2 })),
        corrupt.map((row) => ({ row, nested: 0 })),
      );
      await fc.assert(
        fc.asyncProperty(values, async ({ row: [text, instant, count, price], nested }) => {
          await library.database.write(
            `update books set title = ?, printed_at = ${typed('timestamp')}, copies_sold = ?, price = ${typed('numeric')} where id = ?`,
            [text, instant, count, price, LARGE],
          );
          await library.database.write('update writers set full_name = ?', [text]);
          log.length = 0;
          const [here, there] = await ways.index(
            await library.token('librarian'),
            'writers',
            query,
          );
          expect(here.nested).toBe(nested);
          expect(here.text).toBe(there.text);
          const warnings = log.filter((line) => line.includes(`books ${LARGE}`)).length;
          expect(warnings).toBe(nested === 2 ? 0 : 2);
        }),
        examples(100),
      );
    });
  });
} else {
  it(`is not built by ${testDialect}, which returns rows`, async () => {
    const query = 'include=genres&perPage=100';
    const [here, there] = await new AggregationComparison(library.app).index(
      await library.token('reader'),
      'books',
      query,
    );
    expect([here.nested, there.nested]).toEqual([0, 0]);
    expect(here.text).toContain('"genres":[{');
  });
}
