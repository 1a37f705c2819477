import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RecordLoader } from '../../../src/database/read/record-loader.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { CSV, everyPage, linesOf, NDJSON, recordsIn } from './exported.js';

let demo: DemoApp;
/** The same service and data, with small responses. */
let narrow: NestFastifyApplication;

beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
  narrow = await startNode(demo, { limits: { responseBytes: 100_000 } });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await narrow?.close();
  await demo?.close();
});

const send = (path: string, accept: string, as: DemoAccount = 'admin') =>
  demo.client(as).with({ accept }).get<any>(path);
const csv = async (path: string) => (await send(path, CSV)).text;
const refusal = async (path: string, accept: string) => {
  const { status, body } = await send(path, accept);
  return { status, errors: body.errors };
};

describe('perPage=all (C17.3)', () => {
  it.each([
    '',
    'sort=published_at&',
    'sort=-status&',
    'sort=user.name,title&',
    'search=the&',
    'filter[status]=published&',
    'id=1,2,3&',
  ])('contains every record once, in the order of the list: %s', async (query) => {
    const { text, headers } = await send(`/posts?${query}perPage=all`, NDJSON);
    expect(recordsIn(text)).toEqual(await everyPage((path) => demo.get(path), `/posts?${query}`));
    expect(headers.link).toBeUndefined();
    const ids = recordsIn(text).map(({ id }) => id);
    const lines = linesOf(await csv(`/posts?${query}fields[posts]=id&page[size]=all`));
    expect(lines).toEqual(['id', ...ids]);
  });

  it('covers relations', async () => {
    const { text, headers } = await send('/users/1/posts?perPage=all&fields[posts]=id', CSV);
    const pages = await everyPage((path) => demo.get(path), '/users/1/posts?');
    expect(linesOf(text).slice(1)).toEqual(pages.map(({ id }) => id));
    expect(headers['content-disposition']).toBe('attachment; filename="posts.csv"');
  });

  it('loads what is included, chunk by chunk', async () => {
    const query = 'include=user[name],comments&fields[posts]=title&';
    const { text } = await send(`/posts?${query}perPage=all`, NDJSON);
    expect(recordsIn(text)).toEqual(await everyPage((path) => demo.get(path), `/posts?${query}`));
  });

  it('contains what the caller may see, and no more (C4.4)', async () => {
    const seen = recordsIn((await send('/posts?perPage=all', NDJSON, 'reader')).text);
    const { body } = await demo.get<any>('/posts?perPage=1', 'reader');
    expect(seen.length).toBe(body.meta.total);
  });

  it('needs a few statements, each for many records, and no transaction', async () => {
    const path = '/posts?perPage=all&include=user[name]&fields[posts]=title';
    const { statements, text } = await send(path, NDJSON);
    expect(recordsIn(text).length).toBe(2_000);
    expect(statements.length).toBeLessThan(12);
    expect(statements.filter((sql) => /begin|transaction|count\(/i.test(sql))).toEqual([]);
  });

  it('lets other requests be served between its parts', async () => {
    let turn = 0;
    const nextTurn = () => {
      turn += 1;
      running = setImmediate(nextTurn);
    };
    let running = setImmediate(nextTurn);
    const turns: number[] = [];
    const { page } = RecordLoader.prototype;
    jest.spyOn(RecordLoader.prototype, 'page').mockImplementation(function (
      this: RecordLoader,
      ...given
    ) {
      turns.push(turn);
      return page.apply(this, given);
    });
    await csv('/posts?perPage=all');
    clearImmediate(running);
    expect(turns.length).toBeGreaterThan(2);
    const waits = turns.slice(1).map((at, index) => at - turns[index]!);
    expect(Math.min(...waits)).toBeGreaterThan(2);
  });

  it('of an empty list is a line of names, or nothing', async () => {
    const nothing = '/posts?search=zzzzzz&perPage=all&fields[posts]=title&include=user[name]';
    expect(await csv(nothing)).toBe('id,title,user.id,user.name\r\n');
    const { status, text } = await send(nothing, NDJSON);
    expect([status, text]).toEqual([200, '']);
  });

  it('is refused as JSON, and with parameters of one page', async () => {
    const reason =
      '"all" is only for exports as CSV or NDJSON. For pages of JSON, use a whole number from 1 to 100.';
    expect(await refusal('/posts?perPage=all', '*/*')).toEqual({
      status: 400,
      errors: { perPage: [reason] },
    });
    expect((await refusal('/users/1/posts?page[size]=all', '*/*')).errors).toEqual({
      'page[size]': [reason],
    });
    for (const other of ['page=1', 'page[number]=2', 'cursor=', 'count=none', 'count=exact']) {
      const [name] = other.split('=');
      expect(await refusal(`/posts?perPage=all&${other}`, CSV)).toEqual({
        status: 400,
        errors: {
          perPage: [`"perPage=all" and "${name}" cannot be combined; give only one of them.`],
        },
      });
    }
    expect((await refusal('/posts?perPage=every', CSV)).status).toBe(400);
    expect((await refusal('/posts?perPage=all&include=comments', CSV)).status).toBe(400);
  });

  it('is unknown to tools, which return pages (C11.1)', async () => {
    const tools = demo.tools('admin');
    expect((await tools.call('posts-index-tool', { perPage: 'all' })).isError).toBe(true);
    const { structuredContent } = await tools.call('posts-index-tool', { perPage: 2 });
    expect((structuredContent as { data: unknown }).data).toHaveLength(2);
  });

  it('reads fewer records at once where they are large, and fails before the first byte if one alone is too large (C12)', async () => {
    const headers = { ...(await demo.headers('admin')), accept: NDJSON };
    const description = 'é"\n'.repeat(6_000);
    await demo.database.write('update posts set description = ? where id > 1980', [description]);
    const url = '/api/posts?perPage=all&sort=title';
    const { statusCode, body } = await narrow.inject({ url, headers });
    expect([statusCode, recordsIn(body).length]).toEqual([200, 2_000]);
    const huge = description.repeat(8);
    await demo.database.write('update posts set description = ? where id = 2000', [huge]);
    const first = await narrow.inject({ url: '/api/posts?perPage=all', headers });
    expect([first.statusCode, first.headers['content-type']]).toEqual([
      400,
      'application/json; charset=utf-8',
    ]);
    expect(first.headers['content-disposition']).toBeUndefined();
    await demo.database.write("update posts set description = 'short' where id > 1980");
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'is compressed with %s (C17.5), and HEAD reads the first chunk only (C1.4)',
    async (encoding, read) => {
      const url = '/api/posts?perPage=all';
      const headers = {
        ...(await demo.headers('admin')),
        ...{ accept: CSV, 'accept-encoding': encoding },
      };
      const response = await demo.app.inject({ url, headers });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers.vary).toBe('View-As, Accept, Accept-Encoding');
      expect(read(response.rawPayload).toString()).toBe(await csv('/posts?perPage=all'));
      const pages = jest.spyOn(RecordLoader.prototype, 'page');
      const head = await demo.app.inject({ method: 'HEAD', url, headers });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      for (const name of ['content-type', 'content-disposition', 'content-encoding', 'vary'])
        expect([name, head.headers[name]]).toEqual([name, response.headers[name]]);
      expect(pages).toHaveBeenCalledTimes(1);
    },
  );
});
