import { startDemo, type DemoApp } from '../../../support/demo-app.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

interface Page {
  readonly links: Readonly<Record<string, string | null>>;
}

/** The links of a header, as RFC 8288 writes them. */
const linksIn = (header: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...String(header).matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, relation]) => [
      relation!,
      url!,
    ]),
  );

describe('The header Link of pages (C17.4)', () => {
  it.each([
    ['/posts?perPage=2', ['first', 'last', 'next']],
    ['/posts?perPage=2&page=2&sort=-title,id&search=a', ['first', 'last', 'next', 'prev']],
    ['/posts?perPage=100&count=none&status=draft', ['first', 'next']],
    ['/posts?perPage=2&cursor=', ['first', 'next']],
    ['/posts?page[number]=1&page[size]=1&filter[title][like]=%22%3E', ['first', 'last']],
    ['/users/1/posts?perPage=2', ['first', 'last', 'next']],
  ])('of %s contains the links of the body that are not null', async (path, relations) => {
    const { body, headers } = await demo.get<Page>(path);
    const links = linksIn(headers.link);
    expect(Object.keys(links).sort()).toEqual(relations);
    const given = Object.entries(body.links).filter(([, url]) => url !== null);
    expect(links).toEqual(Object.fromEntries(given));
    if (links.next) {
      const next = await demo.get(links.next.replace('/api', ''));
      expect(next.status).toBe(200);
    }
  });

  it('is absent where there are no pages', async () => {
    expect((await demo.get('/posts/1')).headers.link).toBeUndefined();
    expect((await demo.get('/posts?perPage=0')).headers.link).toBeUndefined();
  });

  it('is left out if it would be too long for proxies', async () => {
    const page = (length: number) =>
      demo.get<Page>(`/posts?count=none&filter[title][eq]=${'x'.repeat(length)}`);
    const short = await page(500);
    expect(linksIn(short.headers.link)).toEqual({ first: short.body.links.first });
    const long = await page(3_500);
    expect([long.status, long.headers.link]).toEqual([200, undefined]);
    expect(long.body.links.first).toContain('xxx');
  });

  it('is also on HEAD', async () => {
    const head = await demo.send('/posts?perPage=2', { method: 'HEAD' });
    const { headers } = await demo.get('/posts?perPage=2');
    expect(head.headers.link).toBe(headers.link);
  });
});
