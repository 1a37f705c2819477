import fc from 'fast-check';
import { isOfMysqlFamily, testDialect } from '../../support/databases.js';
import { SearchApp, type TextRow } from '../../support/search-app/search-app.js';

/** Letters whose case changes in special ways, characters of patterns and quotes, and others. */
const characters = [...`aAbBsSkKiIİıKſßẞéÉçÇяЯйΣσςǆǅ日本😀%_"'\\! -0`];
const word = fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 });
const phrase = fc.oneof(
  word,
  fc
    .array(fc.constantFrom('Kitchen', 'SKI', 'books', 'Ångström', 'Ωmega', '100%', 'a_b'), {
      maxLength: 3,
    })
    .map((words) => words.join(' ')),
);
const rows: readonly TextRow[] = fc
  .sample(fc.tuple(phrase, fc.option(phrase)), { numRuns: 90, seed: 7 })
  .map(([body, note], at) => ({ id: at + 1, body, note }));

/** A part of a stored text, or something else, in some case. */
const term = fc
  .oneof(
    fc
      .tuple(fc.constantFrom(...rows), fc.nat(10), fc.integer({ min: 1, max: 9 }))
      .map(([{ body, note }, from, length]) =>
        [...`${body}${note}`].slice(from, from + length).join(''),
      ),
    phrase,
  )
  .chain((text) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase()))
  .filter((text) => text !== '');

let app: SearchApp;
beforeAll(async () => {
  app = await SearchApp.start();
  await app.insert(rows);
});
afterAll(() => app?.stop());

const same = async (query: string) => {
  const plain = await app.find('plain_texts', query);
  expect([query, await app.find('indexed_texts', query)]).toEqual([query, plain]);
};

describe('A declared index of trigrams that the database lacks', () => {
  it('is a warning at boot where the database can have it', async () => {
    const { warnings } = (await app.compile()).report;
    const about = warnings.filter(({ wrong }) => wrong.includes('trigrams'));
    expect(about.map(({ member }) => member)).toEqual(isOfMysqlFamily ? [] : ['body', 'note']);
    if (isOfMysqlFamily) return;
    expect(about[0]).toMatchObject({
      wrong: 'the field is searchable by trigrams, but indexed_texts has no index for them',
      step: 'run the statements of "resource-api check --indexes", and restart',
    });
  });

  it('is not used: searches are as without the declaration (C5.8)', async () => {
    for (const text of ['kit', 'SKI', 'ång', '%', '100%', 'ς'])
      await same(`search=${encodeURIComponent(text)}`);
  });

  it('is impossible on MariaDB and MySQL, for a reason', async () => {
    const reasons = (await app.missing()).map(({ create }) => create);
    const expected = `${testDialect === 'mysql' ? 'MySQL' : 'MariaDB'} cannot index every part of a string`;
    if (isOfMysqlFamily) expect(reasons).toEqual([expected, expected]);
    else expect(reasons).toEqual([expect.any(Array), expect.any(Array)]);
  });
});

describe('A search with an index of trigrams (C5.8)', () => {
  beforeAll(async () => {
    await app.createIndexes();
    app = await app.restart();
  });

  it('is not missing any more', async () => {
    const missing = (await app.missing()).filter(({ create }) => typeof create !== 'string');
    expect(missing).toEqual([]);
    const { warnings } = (await app.compile()).report;
    expect(warnings.filter(({ wrong }) => wrong.includes('trigrams'))).toEqual([]);
  });

  it('finds the same rows as without one', async () => {
    await fc.assert(
      fc.asyncProperty(term, (text) => same(`search=${encodeURIComponent(text)}`)),
      { numRuns: 300, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
    );
  });

  it('finds the same rows by "like", and outside of it (C5.6)', async () => {
    for (const text of ['kitch', 'OOK', 'ski', 'ngstr', '100%', 'a_b', '"', "'", 'İki', 'ſß'])
      await same(`filter[body][like]=${encodeURIComponent(text)}`);
  });

  it('follows rows that are stored, changed and deleted', async () => {
    await app.insert([{ id: 1000, body: 'Zebra crossing', note: 'new' }]);
    await app.inBoth((table) => [`update ${table} set body = ? where id = ?`, ['Quagga', 1]]);
    await app.inBoth((table) => [`update ${table} set id = ? where id = ?`, [2000, 2]]);
    await app.inBoth((table) => [`delete from ${table} where id = ?`, [3]]);
    for (const text of ['zebra', 'quagga', 'kit', 'books', 'new']) await same(`search=${text}`);
    expect(await app.find('indexed_texts', 'search=zebra')).toEqual([1, '1000']);
    expect(await app.find('indexed_texts', 'search=QUAGGA')).toEqual([1, '1']);
  });

  it('reads the index where the term has a trigram, and never otherwise', async () => {
    const statements = await app.statements(() => app.find('indexed_texts', 'search=quagga'));
    if (isOfMysqlFamily) return;
    expect(await planOf(statements[0]!)).toMatch(
      testDialect === 'sqlite'
        ? /VIRTUAL TABLE INDEX/
        : /Bitmap Index Scan on indexed_texts_body_trigrams/,
    );
    const [short] = await app.statements(() => app.find('indexed_texts', 'search=qu'));
    const [plain] = await app.statements(() => app.find('plain_texts', 'search=qu'));
    expect(short!.replaceAll('indexed_texts', 'plain_texts')).toBe(plain);
  });
});

/** The plan of the first page of a search in two columns. */
function planOf(sql: string): Promise<string> {
  if (testDialect === 'sqlite')
    return app.database
      .query(`explain query plan ${sql}`, ['"quagga"', '%quagga%', '"quagga"', '%quagga%', 0, 15])
      .then((plan) => JSON.stringify(plan));
  return app.database.transaction(async (transaction) => {
    await transaction.query('set local enable_seqscan = off');
    await transaction.query('set local enable_indexscan = off');
    const plan = await transaction.query(`explain ${sql}`, ['%quagga%', '%quagga%', 0, 15]);
    return JSON.stringify(plan);
  });
}
