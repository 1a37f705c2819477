import { insert } from '../../../support/library-app/seed.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import {
  sampleKeys,
  sampleRefusal,
  startSamples,
  type SampleRow,
} from '../../../support/library-app/samples.js';

const rows: readonly SampleRow[] = [
  ...Array.from({ length: 9 }, (_none, at) => ({
    id: at + 1,
    label: ['a', 'b', null][at % 3],
    size: at % 2 === 0 ? 1 : null,
    big: at % 4 === 0 ? '9007199254740993' : null,
    amount: at % 3 === 0 ? `${at}.5` : null,
    ratio: at / 10,
    flag: at % 2 === 0,
    day: at % 3 === 1 ? '2024-02-08' : null,
    at: at % 3 === 0 ? new Date(Date.UTC(2024, 1, 8, 0, 0, 0, at)) : null,
    code: at % 4 === 1 ? `0000000${at}-0000-4000-8000-000000000000` : null,
    parent_id: at === 0 ? null : (at % 3) + 1,
    data: JSON.stringify({ theme: `t${at % 2}` }),
  })),
  { id: 30, hidden: true, label: 'a' },
];

interface Page {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly links: {
    readonly first: string;
    readonly next: string | null;
    readonly prev?: string;
    readonly last?: string;
  };
  readonly data: readonly { readonly id: string }[];
}

let samples: LibraryApp;

beforeAll(async () => {
  samples = await startSamples(rows);
});
afterAll(() => samples?.stop());

const page = async (path: string): Promise<Page> => {
  const { status, body } = await samples.get<Page>(path);
  expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' });
  return body;
};
const follow = (link: string) => page(link.slice('/api/'.length));

/** The keys of all pages, beginning with one, by their links. */
async function walk(first: Page, between?: () => Promise<void>): Promise<readonly number[]> {
  const keys = first.data.map(({ id }) => Number(id));
  await between?.();
  return first.links.next === null
    ? keys
    : [...keys, ...(await walk(await follow(first.links.next)))];
}

describe('Pages by a cursor (C3.1)', () => {
  it('contain links, and no totals that would have to be counted', async () => {
    const { meta, links } = await page('samples?cursor=&perPage=4&label=a,b');
    expect(meta).toEqual({ per_page: 4, path: '/api/samples' });
    expect(links).toEqual({
      first: '/api/samples?perPage=4&label=a,b&cursor=',
      next: expect.stringMatching(/^\/api\/samples\?perPage=4&label=a,b&cursor=[\w-]+$/),
    });
  });

  it.each([
    '',
    'sort=label',
    'sort=-label',
    'sort=size,-label',
    'sort=-size,label',
    'sort=-big',
    'sort=amount',
    'sort=-ratio',
    'sort=flag,-label',
    'sort=-day,label',
    'sort=at',
    'sort=-at',
    'sort=code',
    'sort=parent.label,size',
    'sort=-parent.at',
    'sort=-parent.data->theme,label',
    'sort=id',
    'sort=-id',
    'sort=id,parent.label',
  ])('contain each record once, in the order of %j, in any page size', async (sort) => {
    const whole = await sampleKeys(samples, sort);
    expect(whole).toHaveLength(9);
    for (const size of [1, 2, 4, 9, 10]) {
      expect(await walk(await page(`samples?cursor=&perPage=${size}&${sort}`))).toEqual(whole);
    }
  });

  it('neither skip nor repeat a record while others are added and removed', async () => {
    const whole = await sampleKeys(samples, 'sort=label');
    const first = await page('samples?cursor=&perPage=3&sort=label');
    await insert(samples.database, 'samples', { id: 40, label: ' first', hidden: false });
    await samples.database.write('delete from samples where id = ?', [Number(first.data[0]!.id)]);
    const seen = await walk(first);
    await samples.database.write('delete from samples where id = 40');
    await insert(
      samples.database,
      'samples',
      rows.find(({ id }) => id === Number(first.data[0]!.id))! && {
        hidden: false,
        ...rows.find(({ id }) => id === Number(first.data[0]!.id))!,
      },
    );
    expect(seen).toEqual(whole);
  });

  it('run one statement each: nothing is counted', async () => {
    const statements: string[] = [];
    const stop = samples.database.observe((sql) => {
      if (!sql.includes('tokens')) statements.push(sql);
    });
    await page('samples?cursor=&perPage=2');
    await page('samples?count=none&perPage=2');
    stop();
    expect(statements).toHaveLength(2);
  });

  it('reject a cursor that was changed, belongs to another order or filter, or is malformed', async () => {
    const { links } = await page('samples?cursor=&perPage=2&sort=label');
    const cursor = new URL(links.next!, 'http://localhost').searchParams.get('cursor')!;
    const text =
      'The cursor does not belong to a page in this order with these filters. Take it from "links.next" of such a page, or start with an empty one.';
    const changed = Array.from(
      cursor,
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    for (const wrong of [
      ...changed,
      cursor.slice(1),
      `${cursor}A`,
      'x',
      '%00'.slice(1),
      'e30',
      '!',
      cursor.toUpperCase(),
    ])
      expect(await sampleRefusal(samples, `sort=label&cursor=${wrong}`)).toEqual(['cursor', text]);
    expect(await sampleRefusal(samples, `sort=-label&cursor=${cursor}`)).toEqual(['cursor', text]);
    expect(await sampleRefusal(samples, `cursor=${cursor}`)).toEqual(['cursor', text]);
    for (const other of ['label=draft', '-label=draft', 'filter[label][gt]=a', 'search=a'])
      expect(await sampleRefusal(samples, `sort=label&cursor=${cursor}&${other}`)).toEqual([
        'cursor',
        text,
      ]);
  });

  it('may change the shown members and the page size between two pages', async () => {
    const query = 'sort=label&-label=draft&filter[size][gte]=0';
    const { links } = await page(`samples?cursor=&perPage=1&${query}`);
    const cursor = new URL(links.next!, 'http://localhost').searchParams.get('cursor')!;
    const other = 'filter[size][gte]=0&filter[-label]=draft&sort=label';
    const { data } = await page(
      `samples?cursor=${cursor}&perPage=3&fields[samples]=label&${other}`,
    );
    expect(data.length).toBeGreaterThan(0);
  });

  it.each([
    ['cursor=&page=1', 'cursor', '"cursor" and "page" cannot be combined; give only one of them.'],
    [
      'cursor=&page[number]=1',
      'cursor',
      '"cursor" and "page[number]" cannot be combined; give only one of them.',
    ],
    [
      'cursor=&count=exact',
      'count',
      'Pages read by cursor have no total; omit "count" or set it to "none".',
    ],
    ['cursor=&cursor=', 'cursor', '"cursor" is given twice; it may be given only once.'],
    [
      'count=some',
      'count',
      '"some" is not allowed here. Did you mean "none"? Allowed: exact, estimated, none.',
    ],
  ])('are rejected for %s under %s: %s (C5.2)', async (query, parameter, message) => {
    expect(await sampleRefusal(samples, query)).toEqual([parameter, message]);
  });
});

describe('Pages without a total (C3.1)', () => {
  it('contain whether another page follows, and not the last one', async () => {
    const first = await page('samples?count=none&perPage=4&sort=label');
    expect(first.meta).toMatchObject({
      current_page: 1,
      from: 1,
      to: 4,
      total: null,
      last_page: null,
    });
    expect(first.links).toEqual({
      first: '/api/samples?count=none&perPage=4&sort=label&page=1',
      last: null,
      prev: null,
      next: '/api/samples?count=none&perPage=4&sort=label&page=2',
    });
    expect(await walk(first)).toEqual(await sampleKeys(samples, 'sort=label'));
    expect((await page('samples?count=none&perPage=9')).links.next).toBeNull();
    const past = await page('samples?count=none&perPage=4&page=5');
    expect([past.data, past.meta.from, past.links.next]).toEqual([[], null, null]);
  });

  it('are counted on request', async () => {
    expect((await page('samples?count=exact&perPage=4')).meta).toMatchObject({
      total: 9,
      last_page: 3,
    });
  });
});
