import { insert } from '../../../support/library-app/seed.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startSamples } from '../../../support/library-app/samples.js';

/** The part of a page that a test compares. */
interface Page {
  readonly meta: { readonly total: number | null };
  readonly links: { readonly next: string | null };
  readonly data: readonly {
    readonly id: string;
    readonly relationships: {
      readonly tag: { readonly attributes: { readonly word: string } } | null;
    };
  }[];
}

let samples: LibraryApp;

/** Without its unique index, as after a forgotten migration. */
async function forgetIndex(): Promise<void> {
  const { database } = samples;
  await database.write('create table others as select * from tags');
  await database.write('drop table tags');
  await database.write('alter table others rename to tags');
}

beforeAll(async () => {
  samples = await startSamples(Array.from({ length: 9 }, (_none, at) => ({ id: at + 1 })));
  await forgetIndex();
  const words = [
    ...[1, 1, 1, 2, 2, 4, 4, 5, 6, 6].map((sample, at) => ({
      sample,
      word: ['f', 'b', 'd', 'a', 'e'][at % 5]!,
    })),
    { sample: 7, word: 'c' },
  ];
  for (const [at, { sample, word }] of words.entries())
    await insert(samples.database, 'tags', { id: at + 1, word, hidden: false, sample_id: sample });
  await insert(samples.database, 'tags', { id: 30, word: 'a', hidden: true, sample_id: 1 });
  await insert(samples.database, 'tags', { id: 31, word: 'a', hidden: true, sample_id: 9 });
});
afterAll(() => samples?.stop());

const get = async (path: string): Promise<Page> => {
  const { status, body } = await samples.get<Page>(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
};

async function walk(path: string): Promise<readonly string[]> {
  const { data, links } = await get(path);
  const keys = data.map(({ id }) => id);
  return links.next === null ? keys : [...keys, ...(await walk(links.next.slice('/api/'.length)))];
}

describe('A sort through a HasOne whose table has no unique index (C5.5)', () => {
  it.each(['tag.word', '-tag.word', 'size,tag.word'])(
    'shows every record once with %s',
    async (sort) => {
      const { data, meta } = await get(`samples?sort=${sort}`);
      expect(data.map(({ id }) => Number(id)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(meta.total).toBe(9);
    },
  );

  it('orders by the record that the include shows, not by a hidden one', async () => {
    const { data } = await get('samples?sort=tag.word&include=tag');
    const words = data.map(({ relationships: { tag } }) => tag?.attributes.word ?? null);
    expect(words).toEqual(['b', 'c', 'd', 'd', 'e', 'e', null, null, null]);
    expect(data.slice(-3).map(({ id }) => id)).toEqual(['9', '8', '3']);
  });

  it.each(['tag.word', '-tag.word', 'tag.word,-id'])(
    'reaches every record once by cursor with %s',
    async (sort) => {
      const whole = (await get(`samples?sort=${sort}`)).data.map(({ id }) => id);
      for (const size of [1, 2, 4]) {
        expect(await walk(`samples?sort=${sort}&perPage=${size}`)).toEqual(whole);
        expect(await walk(`samples?sort=${sort}&perPage=${size}&cursor=`)).toEqual(whole);
      }
    },
  );

  it('orders an included collection', async () => {
    await samples.database.write('update samples set parent_id = 8 where id < 8');
    const path = 'samples/8?include=children&sort[children]=tag.word&relatablePerPage=4';
    const { body } = await samples.get<any>(path);
    expect(body.data.relationships.children.map(({ id }: { id: string }) => id)).toHaveLength(4);
    expect(new Set(body.data.relationships.children.map(({ id }: { id: string }) => id)).size).toBe(
      4,
    );
  });
});
