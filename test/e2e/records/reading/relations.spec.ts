import { LibraryApp } from '../../../support/library-app/library-app.js';
import { LARGE, NEARLY_LARGE, writerKey } from '../../../support/library-app/seed.js';
import { testDialect } from '../../../support/databases.js';
import {
  keysOf,
  recordOf,
  recordsOf,
  resource,
  withoutMeta,
  type Related,
  type Resource,
} from './resource-objects.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
});
afterAll(() => library?.stop());

const [one, two, three] = [1, 2, 3].map(writerKey) as [string, string, string];
const title = (id: string, text: string, pivots?: object): Related =>
  resource('books', id, { title: text }, { ...(pivots && { pivots: { ...pivots } }) });
const genre = (id: string, label: string, position?: number | null): Related =>
  resource('genres', id, { label }, position === undefined ? {} : { pivots: { position } });
const writer = (id: string, name: string): Related => resource('writers', id, { full_name: name });
const remark = (id: number) => resource('remarks', String(id), { text: `Remark ${id}` });

interface Case {
  readonly form: string;
  /** The record of the path, and the included relation. */
  readonly of: string;
  readonly include: string;
  readonly expected: unknown;
  /** Statements for it: 1 by default, 0 if nothing is read from another table. */
  readonly statements?: number;
}

const first = `books/${LARGE}`;
const poems = [genre('sf', 'Science fiction'), genre('poetry', 'Poetry')];
const shelved = [genre('sf', 'Science fiction', 1), genre('poetry', 'Poetry', null)];
const works = [title(LARGE, 'First'), title(NEARLY_LARGE, 'Second'), title('10', 'Fourth')];

const cases: readonly Case[] = [
  {
    form: 'BelongsTo, short',
    of: 'cards/1',
    include: 'patron[name]',
    expected: resource('patrons', '1', { name: 'Reader' }),
  },
  {
    form: 'BelongsTo, long',
    of: first,
    include: 'author[full_name]',
    expected: writer(one, 'Writer 1'),
  },
  {
    form: 'BelongsTo, forwarding',
    of: first,
    include: 'writer[full_name]',
    expected: writer(one, 'Writer 1'),
  },
  {
    form: 'BelongsTo, another name in responses',
    of: first,
    include: 'main_genre',
    expected: genre('null', 'Nothing'),
  },
  { form: 'BelongsTo, null', of: 'books/5', include: 'writer', expected: null, statements: 0 },
  {
    form: 'BelongsTo, itself',
    of: `writers/${two}`,
    include: 'mentor[full_name]',
    expected: writer(one, 'Writer 1'),
  },
  {
    form: 'HasOne, short',
    of: 'patrons/1',
    include: 'card',
    expected: resource('cards', '1', { number: 'C-1', patron_id: '1' }),
  },
  {
    form: 'HasOne, long',
    of: 'patrons/1',
    include: 'library_card[number]',
    expected: resource('cards', '1', { number: 'C-1' }),
  },
  { form: 'HasOne, out of sight', of: 'patrons/2', include: 'card', expected: null },
  { form: 'HasMany, short', of: `writers/${one}`, include: 'books[title]', expected: works },
  {
    form: 'HasMany, long, its default columns',
    of: `writers/${one}`,
    include: 'works',
    expected: works,
  },
  {
    form: 'HasMany, itself',
    of: `writers/${one}`,
    include: 'pupils[full_name]',
    expected: [writer(three, 'Writer 3'), writer(two, 'Writer 2')],
  },
  { form: 'HasMany, none', of: `writers/${two}`, include: 'pupils', expected: [] },
  { form: 'HasMany, policy without a scope', of: 'patrons/1', include: 'fines', expected: [] },
  { form: 'BelongsToMany, short', of: first, include: 'genres', expected: poems },
  { form: 'BelongsToMany, long, with pivots', of: first, include: 'kinds', expected: shelved },
  {
    form: 'BelongsToMany, forwarding',
    of: 'genres/sf',
    include: 'books[title]',
    expected: works.slice(0, 2),
  },
  {
    form: 'BelongsToMany, a pivot that contains a pair twice',
    of: 'patrons/1',
    include: 'books[title]',
    expected: [
      title(LARGE, 'First', { borrowed_at: '2024-01-02T00:00:00.000Z' }),
      title('10', 'Fourth', { borrowed_at: '2024-01-03T00:00:00.000Z' }),
      title('10', 'Fourth', { borrowed_at: '2024-01-01T00:00:00.000Z' }),
    ],
  },
  { form: 'BelongsToMany, none', of: 'books/5', include: 'kinds', expected: [] },
  {
    form: 'BelongsToMany, itself',
    of: `writers/${one}`,
    include: 'rivals[full_name]',
    expected: [writer(two, 'Writer 2'), writer(one, 'Writer 1')],
  },
  {
    form: 'MorphOne, short',
    of: `writers/${one}`,
    include: 'portrait',
    expected: resource('portraits', '1', { path: '/one.png' }),
  },
  {
    form: 'MorphOne, long',
    of: `writers/${one}`,
    include: 'face',
    expected: resource('portraits', '1', { path: '/one.png' }),
  },
  { form: 'MorphOne, none', of: `writers/${two}`, include: 'portrait', expected: null },
  // Two of the first three are hidden by `show`, so the page is read again before it is cut.
  {
    form: 'MorphMany, short',
    of: `writers/${one}`,
    include: 'remarks[text]',
    expected: [6, 3, 2].map(remark),
    statements: 2,
  },
  { form: 'MorphMany, none', of: 'books/5', include: 'remarks', expected: [] },
  { form: 'MorphMany, long', of: first, include: 'remarks[text]', expected: [remark(7)] },
  {
    form: 'MorphToMany, from the side of the morph',
    of: `writers/${one}`,
    include: 'topics',
    expected: [
      resource('topics', '2', { name: 'Love' }, { pivots: { weight: null } }),
      resource('topics', '1', { name: 'Sea' }, { pivots: { weight: 7 } }),
    ],
  },
  {
    form: 'MorphToMany, long, without pivots',
    of: first,
    include: 'subjects',
    expected: [resource('topics', '2', { name: 'Love' })],
  },
  {
    form: 'MorphToMany, from the other side',
    of: 'topics/2',
    include: 'books[title]',
    expected: [title(LARGE, 'First'), title('10', 'Fourth')],
  },
  {
    form: 'MorphToMany, from the other side, with pivots',
    of: 'topics/1',
    include: 'writers[full_name]',
    expected: [
      resource('writers', two, { full_name: 'Writer 2' }, { pivots: { weight: 1, topic_id: '1' } }),
      resource('writers', one, { full_name: 'Writer 1' }, { pivots: { weight: 7, topic_id: '1' } }),
    ],
  },
  { form: 'MorphToMany, none', of: 'books/5', include: 'subjects', expected: [] },
  {
    form: 'callable, once per record',
    of: `writers/${one}`,
    include: 'initial',
    expected: { of: one, letter: 'W' },
    statements: 0,
  },
  {
    form: 'callable, batch',
    of: `writers/${one}`,
    include: 'pen_names',
    expected: ['Nib'],
    statements: 0,
  },
  {
    form: 'callable, batch, nothing for this record',
    of: `writers/${two}`,
    include: 'pen_names',
    expected: null,
    statements: 0,
  },
  {
    form: 'callable, injected',
    of: `writers/${one}`,
    include: 'name_length',
    expected: 8,
    statements: 0,
  },
  {
    form: 'forwarding to a getter',
    of: `writers/${one}`,
    include: 'display_name',
    expected: 'Nib',
    statements: 0,
  },
  {
    form: 'forwarding to an attribute',
    of: `writers/${two}`,
    include: 'pen_name',
    expected: null,
    statements: 0,
  },
  {
    form: 'forwarding to a decimal',
    of: first,
    include: 'cover_price',
    expected: '12.50',
    statements: 0,
  },
  {
    form: 'three levels',
    of: 'cards/1',
    include: 'patron[name].books[title].genres',
    expected: {
      ...resource('patrons', '1', { name: 'Reader' }),
      relationships: {
        books: [
          { title: 'First', id: LARGE, at: '2024-01-02', genres: poems },
          { title: 'Fourth', id: '10', at: '2024-01-03', genres: [genre("a/b c'é%", 'Odd')] },
          { title: 'Fourth', id: '10', at: '2024-01-01', genres: [genre("a/b c'é%", 'Odd')] },
        ].map(({ title: text, id, at, genres }) => ({
          ...resource('books', id, { title: text }),
          relationships: { genres },
          pivots: { borrowed_at: `${at}T00:00:00.000Z` },
        })),
      },
    },
    statements: 3,
  },
];

/** Whether the statements of one level are sent together. */
const travels = testDialect === 'postgres';
const relationName = (include: string) => /^\w+/.exec(include)![0];

describe('Every relation kind and form (C5.1, C5.4)', () => {
  it.each(cases)(
    'loads $form: $of?include=$include on show',
    async ({ of, include, expected, statements = 1 }) => {
      const { status, body, statements: sent } = await library.get(`${of}?include=${include}`);
      expect(status).toBe(200);
      expect(withoutMeta(recordOf(body).relationships)).toEqual({
        [relationName(include)]: expected,
      });
      if (travels) expect(sent.length).toBeLessThanOrEqual(1 + statements);
      else expect(sent).toHaveLength(1 + statements);
    },
  );

  it.each(cases)(
    'loads $form: the same on index, without meta',
    async ({ of, include, expected }) => {
      const [collection, id] = of.split('/', 2) as [string, string];
      const { body } = await library.get(`${collection}?include=${include}&perPage=100`);
      const record = recordsOf(body).find((each) => each.id === id)!;
      expect(record.relationships).toEqual({ [relationName(include)]: expected });
      expect(JSON.stringify(record.relationships)).not.toContain('authorizedTo');
    },
  );

  it.each(cases)(
    'loads $form: as many statements for 1, 2 and 15 parents',
    async ({ of, include }) => {
      const [collection] = of.split('/') as [string];
      const levels = include.split('.').length;
      for (const size of [1, 2, 15]) {
        const plain = await library.get(`${collection}?perPage=${size}`);
        const related = await library.get(`${collection}?perPage=${size}&include=${include}`);
        expect(plain.statements.length).toBeLessThanOrEqual(2);
        expect(related.statements.length - plain.statements.length).toBeLessThanOrEqual(levels);
      }
    },
  );
});

/** Those to several records here, with the same columns as above. */
const lists = cases.flatMap((each) => {
  const { expected } = each;
  const isDeep = each.include.includes('.');
  const isList =
    Array.isArray(expected) && expected.length > 1 && each.form.startsWith('callable') === false;
  return isList && !isDeep ? [{ ...each, expected: expected as readonly Related[] }] : [];
});

describe('Every relation to several records (C5.4)', () => {
  it('covers every such kind', () => {
    const kinds = new Set(lists.map(({ form }) => /^\w+/.exec(form)![0]));
    expect(kinds).toEqual(new Set(['HasMany', 'BelongsToMany', 'MorphMany', 'MorphToMany']));
  });

  it.each(lists)(
    'cuts $form: $of?include=$include at relatablePerPage, on show',
    async ({ of, include, expected }) => {
      for (const size of [1, 2]) {
        const { body } = await library.get(`${of}?include=${include}&relatablePerPage=${size}`);
        expect(withoutMeta(recordOf(body).relationships)).toEqual({
          [relationName(include)]: expected.slice(0, size),
        });
      }
    },
  );

  it.each(lists)(
    'cuts $form: the same for each parent of an index',
    async ({ of, include, expected }) => {
      const [collection, id] = of.split('/') as [string, string];
      const { body } = await library.get(
        `${collection}?include=${include}&perPage=100&relatablePerPage=1`,
      );
      const records = recordsOf(body);
      const related = records.map(
        ({ relationships }) => relationships![relationName(include)] as readonly Related[],
      );
      expect(related[records.findIndex((each) => each.id === id)]).toEqual(expected.slice(0, 1));
      expect(Math.max(...related.map(({ length }) => length))).toBe(1);
    },
  );

  it.each(lists)(
    'uses the columns of the query for $form: instead of all others',
    async ({ of, include, expected }) => {
      const { body } = await library.get(`${of}?include=${relationName(include)}[id]`);
      const related = recordOf(body).relationships![relationName(include)] as readonly Resource[];
      expect(related.map(({ id }) => id)).toEqual(expected.map((each) => (each as Resource).id));
      expect(related.every(({ attributes }) => Object.keys(attributes).length === 0)).toBe(true);
    },
  );
});

describe('Values that engines store in different ways (C1.3, C1.6)', () => {
  it('are returned as strings for keys, bigints and decimals, in UTC for instants, and unchanged for JSON', async () => {
    const { body } = await library.get(first);
    expect(recordOf(body)).toMatchObject({
      id: LARGE,
      attributes: {
        title: 'First',
        page_count: 100,
        price: '0.90',
        cost: 12.5,
        copies_sold: '9007199254740995',
        printed_at: '2024-02-08T02:16:20.000Z',
        details: { b: 1, a: [true, null] },
        keywords: ['sea', 'ship'],
        writer_id: one,
      },
    });
  });

  it('are returned as null for corrupt JSON, and as an empty list for one', async () => {
    const { status, body } = await library.get('books/10');
    expect(status).toBe(200);
    expect(recordOf(body).attributes).toMatchObject({ details: null, keywords: [] });
  });

  it('keep two parents apart whose keys differ past the digits of a number', async () => {
    const { body } = await library.get('books?perPage=2&include=genres,kinds&fields[books]=id');
    expect(recordsOf(body).map(({ relationships }) => keysOf(relationships!.genres))).toEqual([
      ['sf', 'poetry'],
      ['sf'],
    ]);
    expect(recordsOf(body).map(({ relationships }) => keysOf(relationships!.kinds))).toEqual([
      ['sf', 'poetry'],
      ['sf'],
    ]);
  });

  it('keep the string "null" apart from null', async () => {
    const { body } = await library.get('books?perPage=2&include=main_genre&fields[books]=id');
    expect(recordsOf(body).map(({ relationships }) => keysOf(relationships!.main_genre))).toEqual([
      ['null'],
      [],
    ]);
  });

  it('find a record whose key contains characters of URLs', async () => {
    const { status, body } = await library.get("genres/a%2Fb%20c'%C3%A9%25?include=books[title]");
    expect(status).toBe(200);
    expect(keysOf(recordOf(body).relationships!.books)).toEqual(['10']);
  });
});
