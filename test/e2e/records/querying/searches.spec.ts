import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import {
  sampleKeys,
  sampleRefusal,
  startSamples,
  type SampleRow,
} from '../../../support/library-app/samples.js';

const rows: readonly SampleRow[] = [
  { id: 1, label: 'ÉLAN vital' },
  { id: 2, label: 'élan' },
  { id: 3, label: 'elan' },
  { id: 4, label: '100% sure' },
  { id: 5, label: '100 times' },
  { id: 6, label: 'under_score' },
  { id: 7, label: 'ΟΔΟΣ ΟΔΟΣΑ' },
  { id: 8, label: 'İstanbul' },
  { id: 9, label: 'ȺЖԵḀ' },
  { id: 10, label: 'a!b\\c' },
  { id: 11 },
  { id: 12, parent_id: 1 },
  { id: 13, parent_id: 20 },
  { id: 14, label: 'K2 in hacİ, elsewhere' },
  { id: 15, label: 'ᲗᲑᲘᲚᲘᲡᲘ, ȾȺ and so on' },
  { id: 20, hidden: true, label: 'élan, out of sight' },
];

describe('A search (C5.8, C1.6)', () => {
  let samples: LibraryApp;
  beforeAll(async () => {
    samples = await startSamples(rows);
  });
  afterAll(() => samples?.stop());

  it.each<[string, readonly number[], string]>([
    ['search=ÉLAN', [2, 1], 'ignores case, and distinguishes accents'],
    ['search=élan', [2, 1], 'for either case'],
    ['search=ELAN', [3], 'without the accent'],
    ['search=%25', [4], 'a percent sign is literal'],
    ['search=_', [6], 'so does an underscore'],
    ['search=!', [10], 'an exclamation mark'],
    ['search=%5C', [10], 'and a backslash'],
    ['search=οδος', [7], 'with either sigma at the end of the word'],
    ['search=ΟΔΟΣα', [7], 'or inside it'],
    ['search=i̇stanbul', [8], 'a dotted capital'],
    ['search=ⱥжեḁ', [9], 'of rarer alphabets'],
    ['search=თბილისი', [15], 'the capitals of Georgian'],
    ['search=ᲗᲑᲘᲚᲘᲡᲘ', [15], 'which match themselves'],
    ['search=and so on', [15], 'ASCII after letters whose lower case is longer'],
    ['search=თბილისი, ⱦⱥ and', [15], 'and all of that together'],
    ['search=K2', [14], 'the sign of Kelvin, by a letter of ASCII'],
    ['search=haci', [14], 'a dotted capital at the end, by the letter that it folds to'],
    ['search=İSTANBUL', [8], 'and by itself'],
    ['search=istanbul', [], 'which leaves a combining dot'],
    ['search=IN HAC', [14], 'ASCII next to other letters'],
    ['search=', [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 'an empty one is ignored'],
    ['search=sight', [], 'does not find records that are not visible'],
    [
      'search=élan&include=parent',
      [12, 2, 1],
      'covers a loaded relation, if it is visible to the user (C5.9)',
    ],
    ['search=sight&include=parent', [], 'and otherwise not'],
    ['search=élan&include=parent.parent', [12, 2, 1], 'only of the main records'],
    ['search=élan&include=children', [2, 1], 'not into an undeclared one'],
  ])('finds for %s the records %j: %s', async (query, keys) => {
    expect(await sampleKeys(samples, query)).toEqual(keys);
  });

  it('has at most 200 characters, each counted once (C12)', async () => {
    expect(await sampleKeys(samples, `search=${encodeURIComponent('😀'.repeat(200))}`)).toEqual([]);
    expect(await sampleRefusal(samples, `search=${encodeURIComponent('😀'.repeat(201))}`)).toEqual([
      'search',
      'The search term has 201 characters; the maximum is 200.',
    ]);
    expect((await sampleRefusal(samples, 'search=a&search=b'))[1]).toBe(
      '"search" is given twice; it may be given only once.',
    );
  });
});

interface Found {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: Readonly<Record<string, string>>;
  }[];
  readonly meta: { readonly total: number };
}

describe('A search of the demo (C5.8, C5.9)', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.close());

  const search = async (path: string, as: DemoAccount = 'reader') =>
    (await demo.get<Found>(path, as)).body;

  it('covers every declared column', async () => {
    const { data, meta } = await search('/posts?search=archives&perPage=100');
    expect(meta.total).toBeGreaterThan(10);
    for (const { attributes } of data)
      expect(`${attributes.title} ${attributes.description}`.toLowerCase()).toContain('archives');
    const all = await search('/posts?filter[title][like]=archives&perPage=100');
    expect(meta.total).toBeGreaterThanOrEqual(all.meta.total);
  });

  it('covers the author of a post once it is loaded', async () => {
    const plain = await search('/posts?search=admin@example.com');
    const loaded = await search('/posts?search=ADMIN@example.com&include=user[name]&perPage=100');
    expect(plain.meta.total).toBe(0);
    expect(loaded.meta.total).toBe((await search('/posts?user_id=1')).meta.total);
  });

  it('follows its callback: only the start of a name', async () => {
    const owner = (await search('/videos?include=user')).data[0] as unknown as {
      relationships: { user: { attributes: { name: string } } };
    };
    const { name } = owner.relationships.user.attributes;
    const found = async (text: string) =>
      (await search(`/videos?search=${encodeURIComponent(text)}&include=user&perPage=100`)).meta
        .total;
    expect(await found(name.toUpperCase())).toBeGreaterThan(0);
    expect(await found(name.slice(1))).toBe(0);
    expect((await search(`/videos?search=${encodeURIComponent(name)}`)).meta.total).toBe(0);
  });

  it('is rejected if nothing is declared', async () => {
    expect((await demo.get<{ errors: unknown }>('/images?search=a')).body.errors).toEqual({
      search: ['images has no searchable column.'],
    });
  });
});
