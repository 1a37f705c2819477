import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { STORAGE, type Storage, type StoredFile } from '../../../src/storage/storage.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { LibraryApp } from '../../support/library-app/library-app.js';

let demo: DemoApp;
let authorization: string;

beforeAll(async () => {
  demo = await startDemo();
  authorization = `Bearer ${await demo.tokenOf('admin')}`;
});
afterAll(() => demo?.close());

const LIST = '/api/posts?perPage=100&include=user,comments';
const get = (url: string, accept?: string, method: 'GET' | 'HEAD' = 'GET') =>
  demo.app.inject({
    method,
    url,
    headers: { authorization, ...(accept !== undefined && { 'accept-encoding': accept }) },
  });

describe('Compression (C17.5)', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0.5, identity;q=0.1', 'gzip'],
  ])('for Accept-Encoding: %s uses %s, and changes only the length', async (accept, encoding) => {
    const plain = await get(LIST);
    const { headers, rawPayload } = await get(LIST, accept);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('View-As, Accept, Accept-Encoding');
    expect(headers['content-length']).toBe(String(rawPayload.length));
    expect(headers['content-type']).toBe(plain.headers['content-type']);
    const read = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(read(rawPayload).toString()).toBe(plain.body);
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  it.each([undefined, '', 'identity', 'deflate', 'gzip;q=0', 'identity;q=1, gzip;q=0.5'])(
    'is not used for Accept-Encoding: %s',
    async (accept) => {
      const { headers, statusCode } = await get(LIST, accept);
      expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
      expect(headers.vary).toBe('View-As, Accept, Accept-Encoding');
    },
  );

  it('leaves short responses alone', async () => {
    const { headers, rawPayload } = await get('/api/roles/1', 'br, gzip');
    expect(rawPayload.length).toBeLessThan(1_024);
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'View-As']);
  });

  it.each(['/api/posts/1?include=comments', '/api/roles/1', '/docs/openapi.json'])(
    'gives the 304 of %s the Vary of its 200 (C13.1)',
    async (url) => {
      const { headers } = await get(url, 'br');
      const unchanged = await demo.app.inject({
        url,
        headers: { authorization, 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
      });
      expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
      expect(unchanged.headers.vary).toBe(headers.vary);
      expect(unchanged.headers['content-type']).toBeUndefined();
      expect(unchanged.headers['content-encoding']).toBeUndefined();
    },
  );

  it('leaves stored files alone, also those of text (C10.4)', async () => {
    const content = 'A long story. '.repeat(1_000);
    const file: StoredFile = {
      ...{ size: content.length, mime: 'text/plain', etag: '"story"' },
      read: async () => Readable.from([content]),
    };
    const storage = demo.app.get<Storage>(STORAGE, { strict: false });
    const opening = jest.spyOn(storage, 'open').mockResolvedValue(file);
    const url = '/storage/users/1/kTm3Zq0bVn5xRj2yLw8sPg.txt';
    const { statusCode, headers, body } = await get(url, 'br');
    expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect([body, headers['content-length']]).toEqual([content, String(content.length)]);
    opening.mockRestore();
  });

  it('applies to the headers of HEAD (C1.4)', async () => {
    const head = await get(LIST, 'gzip', 'HEAD');
    const { headers } = await get(LIST, 'gzip');
    expect(head.rawPayload.length).toBe(0);
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });

  it('weakens the version of what it compresses, which still matches', async () => {
    const url = '/docs/openapi.json';
    const plain = await get(url);
    const compressed = await get(url, 'br');
    expect(compressed.headers.etag).toBe(`W/${plain.headers.etag}`);
    for (const etag of [plain.headers.etag, compressed.headers.etag]) {
      const { statusCode } = await demo.app.inject({
        url,
        headers: { 'if-none-match': String(etag), 'accept-encoding': 'br' },
      });
      expect(statusCode).toBe(304);
    }
  });

  it.each([
    ['application/json', 'br'],
    ['application/json, text/event-stream', undefined],
  ])('for agents that accept %s: only complete bodies (C11.1)', async (accept, encoding) => {
    const { headers, statusCode, rawPayload } = await demo.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization, accept, 'accept-encoding': 'br' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'posts-index-tool', arguments: { perPage: 20 } },
      },
    });
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
    const body = encoding === undefined ? rawPayload : brotliDecompressSync(rawPayload);
    expect(body.toString()).toContain('structuredContent');
  });
});

describe('The options `compression` and `cors` (C17.5, C2.8)', () => {
  const start = (options: object) => LibraryApp.start({ options });
  const url = '/docs/openapi.json';

  it('switch it off', async () => {
    const library = await start({ compression: false });
    const { headers } = await library.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    await library.stop();
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  });

  it('share the header Vary', async () => {
    const library = await start({ cors: ['https://a.example.com'] });
    const { headers } = await library.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    await library.stop();
    expect(headers.vary).toBe('Origin, Accept-Encoding');
  });
});
