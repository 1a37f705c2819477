import { defaultLimits } from '../../../src/options/limits.js';
import { signedIn, startToyApp, type ToyApp } from './toy-app.js';

describe('the body of a request', () => {
  let toy: ToyApp;
  beforeAll(async () => {
    toy = await startToyApp({ limits: { bodyBytes: 4096 } });
  });
  afterAll(() => toy.app.close());

  const post = (
    payload: string | Buffer,
    type: string | undefined = 'application/json',
    headers = signedIn,
  ) =>
    toy.app.inject({
      method: 'POST',
      url: '/api/posts',
      payload,
      headers: { ...headers, ...(type && { 'content-type': type }) },
    });

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'is read with the type %s (C1.4)',
    async (type) => {
      const response = await post('{"a":[1,"é"]}', type);
      expect([response.statusCode, response.json().body]).toEqual([201, { a: [1, 'é'] }]);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/problem+json',
    'application/jsonx',
    'text/json',
    'multipart/form-data; boundary=x',
    'nonsense',
    'application/json, text/plain',
    undefined,
  ])('is rejected with 415 if its type is %s, before the token is checked (C9)', async (type) => {
    const response = await post('{"a":1}', type ?? '', {} as typeof signedIn);
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({
      message: expect.any(String),
      code: 'unsupported_media_type',
    });
  });

  it.each([
    ['{"a":x}', 'expected a value, found "x", at line 1, column 6'],
    ['{"a":1,}', 'expected a key in double quotes, found "}", at line 1, column 8'],
    [
      '{"a":1',
      'expected "," or the closing bracket, found the end of the body, at line 1, column 7',
    ],
    [
      '{\n  "a": 1\n  "b": 2\n}',
      'expected "," or the closing bracket, found "\\"", at line 3, column 3',
    ],
    ['  ', 'expected a value, found the end of the body, at line 1, column 3'],
    ['{} {}', 'expected the end, found "{", at line 1, column 4'],
  ])(
    'is rejected with 400 if it is %j, with the reason and the position (C9)',
    async (text, where) => {
      const response = await post(text);
      const message = `The body is not valid JSON: ${where}.`;
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({
        message,
        code: 'malformed_request',
        errors: { body: [message] },
      });
    },
  );

  it('is rejected with 400 if it is not UTF-8 (C9)', async () => {
    const response = await post(Buffer.from([0x22, 0xc3, 0x28, 0x22]));
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'The body is not UTF-8 text.',
    ]);
  });

  it('may begin with a byte order mark (C9)', async () => {
    const response = await post('\ufeff{"a":1}');
    expect([response.statusCode, response.json().body]).toEqual([201, { a: 1 }]);
  });

  it.each(['{"a":{"__proto__":1}}', '{"__proto__":null}', '[{"\\u005f_proto__":{}}]'])(
    'is rejected with 400 for a `__proto__` key, with its place: %s (C4.2)',
    async (text) => {
      const response = await post(text);
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(
        /^The key "__proto__" is not allowed, at line 1, column \d+\.$/,
      );
    },
  );

  it.each(['{"constructor":{"prototype":{"a":1}}}', '{"a":"__proto__"}', '{"then":1}'])(
    'is accepted: %s (C4.2)',
    async (text) => expect((await post(text)).json().body).toEqual(JSON.parse(text)),
  );

  it('uses the last of duplicate keys (C1.7)', async () => {
    expect((await post('{"a":1,"a":2}')).json().body).toEqual({ a: 2 });
  });

  it('may be nested as deep as its limit, and not deeper (C12)', async () => {
    expect((await post(nested(defaultLimits.jsonDepth))).statusCode).toBe(201);
    const response = await post(nested(defaultLimits.jsonDepth + 1));
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'The body is nested deeper than 32 levels, at line 1, column 33.',
    ]);
  });

  it('may be as large as its limit, and not larger (C12)', async () => {
    expect((await post(`"${'x'.repeat(4094)}"`)).statusCode).toBe(201);
    const response = await post(`"${'x'.repeat(4095)}"`, 'application/json', {} as typeof signedIn);
    expect([response.statusCode, response.json()]).toEqual([
      413,
      { message: 'The body is too large.', code: 'payload_too_large' },
    ]);
  });

  it.each(['DELETE', 'POST'] as const)(
    'may be missing on %s with Content-Type: application/json (C4.2)',
    async (method) => {
      const url = method === 'POST' ? '/api/logout' : '/api/posts/1';
      const headers = { ...signedIn, 'content-type': 'application/json' };
      expect((await toy.app.inject({ method, url, headers })).statusCode).toBe(204);
    },
  );

  it('is undefined in the handler if it is missing (C4.2)', async () => {
    const response = await toy.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.json()).toEqual({ body: 'nothing' });
  });

  it('is checked for malformed JSON before the token, and the token before an unknown resource (C4.3)', async () => {
    expect((await post('{', 'application/json', {} as typeof signedIn)).statusCode).toBe(400);
    const response = await toy.app.inject({ method: 'GET', url: '/api/ghosts' });
    expect(response.statusCode).toBe(401);
  });
});
