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

  it.each([
    ['writers?perPage=16', 16, { from: 1, to: 16, last_page: 1 }, [null, null, 1]],
    ['writers?perPage=17', 16, { from: 1, to: 16, last_page: 1 }, [null, null, 1]],
    ['writers?perPage=15', 16, { from: 1, to: 15, last_page: 2 }, [null, 2, 2]],
    ['writers?perPage=15&page=2', 16, { from: 16, to: 16, last_page: 2 }, [1, null, 2]],
    ['writers?perPage=15&page=3', 16, { from: null, to: null, last_page: 2 }, [2, null, 2]],
    ['writers?perPage=15&page=9', 16, { from: null, to: null, last_page: 2 }, [2, null, 2]],
    ['portraits?perPage=15', 1, { from: 1, to: 1, last_page: 1 }, [null, null, 1]],
    ['fines?perPage=15', 0, { from: null, to: null, last_page: 1 }, [null, null, 1]],
    ['fines?perPage=15&page=2', 0, { from: null, to: null, last_page: 1 }, [1, null, 1]],
  ] as const)('has the ends and neighbours of %s', async (path, total, expected, neighbours) => {
    const { meta, links, data } = await page(path);
    const { from, to } = expected;
    expect(data).toHaveLength(from === null ? 0 : to - from + 1);
    expect(meta).toMatchObject({ total, ...expected });
    const [key, size] = /^(\w+)\?(perPage=\d+)/.exec(path)!.slice(1);
    const [prev, next, last] = neighbours.map(
      (number) => number && `/api/${key}?${size}&page=${number}`,
    );
    expect(links).toEqual({ first: `/api/${key}?${size}&page=1`, prev, next, last });
  });

  it('accepts the greatest page', async () => {
    expect((await library.get('writers?page=2147483647&perPage=100')).status).toBe(200);
    expect((await library.get('writers?page=2147483648')).status).toBe(400);
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

  it('keep parameters that are given twice, and their characters', async () => {
    const sent: [string, string][] = [
      ['include', 'books[title|price],topics'],
      ['perPage', '2'],
      ['include', 'rivals'],
      ['search', 'é +%#'],
      ['page', '7'],
    ];
    const { links } = await page(`writers?${new URLSearchParams(sent).toString()}`);
    const { pathname, searchParams } = new URL(links.last!, 'http://localhost');
    expect(pathname).toBe('/api/writers');
    expect([...searchParams]).toEqual([...sent.slice(0, 4), ['page', '1']]);
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
