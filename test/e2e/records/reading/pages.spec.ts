import { LibraryApp } from '../../../support/library-app/library-app.js';
import { writerKey } from '../../../support/library-app/seed.js';
import { keysOf, recordsOf, type Index } from './resource-objects.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
});
afterAll(() => library?.stop());

const page = async (query: string) => (await library.get(query)).body as Index;

describe('The envelope of an index (C3.1)', () => {
  it('has its keys in this order', async () => {
    const { text } = await library.get('topics');
    const body = JSON.parse(text) as Index;
    expect(Object.keys(body)).toEqual(['meta', 'links', 'data']);
    expect(Object.keys(body.meta)).toEqual([
      'current_page',
      'from',
      'last_page',
      'path',
      'per_page',
      'to',
      'total',
    ]);
    expect(Object.keys(body.links)).toEqual(['first', 'last', 'prev', 'next']);
  });

  it('contains the page, its bounds and its neighbours', async () => {
    const { meta, links, data } = await page('writers?page=2&perPage=7');
    expect(meta).toEqual({
      current_page: 2,
      from: 8,
      last_page: 3,
      path: '/api/writers',
      per_page: 7,
      to: 14,
      total: 16,
    });
    expect(links).toEqual({
      first: '/api/writers?perPage=7&page=1',
      last: '/api/writers?perPage=7&page=3',
      prev: '/api/writers?perPage=7&page=1',
      next: '/api/writers?perPage=7&page=3',
    });
    expect(keysOf(data)).toEqual([9, 8, 7, 6, 5, 4, 3].map(writerKey));
  });

  it('has no neighbours past the ends', async () => {
    expect((await page('writers?perPage=16')).links).toMatchObject({ prev: null, next: null });
    const last = await page('writers?perPage=15&page=2');
    expect(last.links.next).toBeNull();
    expect(last.meta).toMatchObject({ from: 16, to: 16, total: 16 });
  });

  it('is empty after the last page, whose link is prev', async () => {
    const { meta, links, data } = await page('writers?page=9&perPage=7');
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ current_page: 9, from: null, to: null, last_page: 3, total: 16 });
    expect(links).toMatchObject({ prev: '/api/writers?perPage=7&page=3', next: null });
  });

  it('accepts the greatest page', async () => {
    expect((await library.get('writers?page=2147483647&perPage=100')).status).toBe(200);
    expect((await library.get('writers?page=2147483648')).status).toBe(400);
  });

  it.each([1, 2])('has one page if nothing is visible, for page %i', async (number) => {
    const { meta, links, data } = await page(`fines?page=${number}`);
    expect(data).toEqual([]);
    expect(meta).toMatchObject({
      current_page: number,
      from: null,
      to: null,
      last_page: 1,
      total: 0,
    });
    expect(links).toMatchObject({ prev: number === 1 ? null : '/api/fines?page=1', next: null });
  });

  it('shows every record once over all pages, in any page size', async () => {
    for (const size of [1, 3, 5, 16]) {
      const keys: string[] = [];
      for (let number = 1; number <= Math.ceil(16 / size); number++)
        keys.push(
          ...recordsOf(await page(`writers?perPage=${size}&page=${number}`)).map(({ id }) => id),
        );
      expect(keys).toEqual(Array.from({ length: 16 }, (_none, at) => writerKey(16 - at)));
    }
  });
});

describe('Links (C1.5, C3.1)', () => {
  it('keep the other parameters in their order, encoded again', async () => {
    const { links } = await page(
      'writers?include=books%5Btitle%7Cprice%5D&page=1&fields[writers]=id&perPage=15&related=topics',
    );
    expect(links.next).toBe(
      '/api/writers?include=books%5Btitle%7Cprice%5D&fields%5Bwriters%5D=id&perPage=15&related=topics&page=2',
    );
    expect((await library.get(links.next!.slice('/api/'.length))).status).toBe(200);
  });

  it('keep the spelling of the page', async () => {
    const { links, meta } = await page('writers?page[size]=5&page[number]=2');
    expect(meta).toMatchObject({ current_page: 2, per_page: 5 });
    expect(links.next).toBe('/api/writers?page%5Bsize%5D=5&page%5Bnumber%5D=3');
  });

  it('are absolute if the public URL is set, with any prefix and Host', async () => {
    const published = await LibraryApp.start({
      options: { publicUrl: 'https://library.example', prefix: '/v1' },
    });
    try {
      const { body } = await published.get('topics?perPage=1', 'reader', { host: 'evil.example' });
      const { meta, links } = body as Index;
      expect(meta.path).toBe('https://library.example/v1/topics');
      expect(links.next).toBe('https://library.example/v1/topics?perPage=1&page=2');
    } finally {
      await published.stop();
    }
  });
});

describe('The size of a page (C5.4)', () => {
  it('is that of the resource, or 15, or the requested one up to 100', async () => {
    expect((await page('writers')).meta.per_page).toBe(4);
    expect((await page('books')).meta.per_page).toBe(15);
    expect((await page('books?perPage=100')).meta.per_page).toBe(100);
    expect((await library.get('books?perPage=101')).status).toBe(400);
  });

  it.each([
    'page=1&page[number]=1',
    'page=1&page=1',
    'perPage=1&page[size]=1',
    'page=0',
    'page=01',
    'perPage=',
    'page=1.0',
  ])('is rejected as %s', async (query) => {
    expect(await library.get(`books?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
  });
});

describe('Related records per parent (C5.4)', () => {
  const related = async (query: string, relation: string) =>
    recordsOf((await library.get(`writers?perPage=16&${query}`)).body).map(({ relationships }) =>
      keysOf(relationships![relation]),
    );

  it('are limited to the number of the related resource, in its default order, without those that show hides', async () => {
    const remarks = await related('include=remarks', 'remarks');
    expect(remarks.slice(-2)).toEqual([[], ['6', '3', '2']]);
  });

  it('are cut per parent', async () => {
    expect((await related('include=books&relatablePerPage=1', 'books')).slice(-2)).toEqual([
      ['105'],
      ['9007199254740993'],
    ]);
    expect(
      new Set(
        (await related('include=books&relatablePerPage=1', 'books')).map(({ length }) => length),
      ),
    ).toEqual(new Set([1]));
  });

  it('are limited as requested at every level, on show and index alike', async () => {
    const nested = await library.get(
      `writers/${writerKey(1)}?include=topics.writers&relatablePerPage=1`,
    );
    const [topic, ...others] = (
      nested.body as {
        data: { relationships: { topics: { relationships: { writers: unknown[] } }[] } };
      }
    ).data.relationships.topics;
    expect(others).toEqual([]);
    expect(topic!.relationships.writers).toHaveLength(1);
  });

  it('are at most 100', async () => {
    expect((await library.get('writers?include=books&relatablePerPage=100')).status).toBe(200);
    expect((await library.get('writers?include=books&relatablePerPage=101')).status).toBe(400);
  });
});
