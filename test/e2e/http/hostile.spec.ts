import fc from 'fast-check';
import { signedIn, startToyApp, type ToyApp } from './toy-app.js';
import { examples } from '../../support/examples.js';

const pieces = [
  '/',
  '//',
  '/api',
  '/posts',
  '/users',
  '/login',
  '/docs',
  '/health',
  '/storage',
  '/..',
  '/.',
  '%2f',
  '%2F',
  '%00',
  '%',
  '%zz',
  '%C3',
  ';',
  '#',
  '?',
  '&',
  '=',
  '[',
  ']',
  ':',
  '*',
  '@',
  '\\',
  '__proto__',
  'constructor',
  '1',
  ' ',
  'é',
  '\u0000',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 12 })
  .map((all) => all.join(''));
const path = fc.oneof(
  text,
  text.map((rest) => `/api${rest}`),
  text.map((rest) => `/api/posts?${rest}`),
);
const headerName = fc.constantFrom(
  'accept',
  'content-type',
  'origin',
  'x-forwarded-for',
  'host',
  'accept-version',
  'range',
  'x-request-id',
);
const headerText = fc.oneof(
  fc.constantFrom('application/json', 'text/plain', '*', 'null', '1.x'),
  fc.string({ maxLength: 20 }),
);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
);
const body = fc.option(fc.oneof(fc.json(), fc.string()), { nil: undefined });

describe('hostile requests', () => {
  let toy: ToyApp;
  beforeAll(async () => {
    toy = await startToyApp({ logLevel: 'error', cors: ['https://a.b'] });
  });
  afterAll(() => toy.app.close());

  /** What Node's own parser, which `inject` bypasses, would reject first. */
  const printable = (value: string) =>
    value.replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(Buffer.from(sign).toString()));

  const requests = fc.record({
    method,
    url: path,
    headers: fc.dictionary(headerName, headerText),
    payload: body,
  });

  it('get no 5xx for any path, query, header or body, and are not served without a token (threats)', async () => {
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.boolean(),
        async ({ method, url, headers, payload }, hasToken) => {
          // Strings that are not URLs, such as `\\/`, go over a real socket in raw.spec.ts: `inject`
          // cannot send them.
          fc.pre(URL.canParse(printable(url) || '/', 'http://localhost'));
          const sent = Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, printable(value)]),
          );
          const response = await toy.app.inject({
            method: method as 'GET',
            url: printable(url) || '/',
            headers: { ...sent, ...(hasToken && signedIn) },
            ...(payload !== undefined && { payload }),
          });
          expect(response.statusCode).toBeLessThan(500);
          if (response.statusCode >= 400 && response.body !== '')
            expect(response.json()).toHaveProperty('code');
          if (!hasToken) expect(response.body).not.toContain('operation');
        },
      ),
      examples(600),
    );
    expect(toy.lines()).toEqual([]);
  });
});
