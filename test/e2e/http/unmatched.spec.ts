import { METHODS } from 'node:http';
import { isPublicPath } from '../../../src/http/requests/public-path.js';
import { signedIn, startToyApp, type ToyApp } from './toy-app.js';

describe('requests without a route', () => {
  let toy: ToyApp;
  beforeAll(async () => {
    toy = await startToyApp();
  });
  afterAll(() => toy.app.close());

  const request = (method: string, url: string, headers: Record<string, string> = {}) =>
    toy.app.inject({ method: method as 'GET', url, headers });

  const unauthenticated = { message: 'Unauthenticated.', code: 'unauthenticated' };
  const notFound = { message: 'Not found.', code: 'not_found' };

  const methods = METHODS.filter((method) => method !== 'CONNECT');

  it.each(methods)('are 401 without a token, and 404 with one: %s (C2.1)', async (method) => {
    const refused = await request(method, '/api/posts/1/unknown/more');
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await request(method, '/api/posts/1/unknown/more', signedIn)).statusCode).toBe(404);
    expect((await request(method, '/elsewhere')).statusCode).toBe(401);
    expect((await request(method, '/elsewhere', signedIn)).statusCode).toBe(404);
  });

  it('are 401 without a token, before they are 405 for a wrong method (C2.1)', async () => {
    const response = await request('PUT', '/api/posts');
    expect([response.statusCode, response.json()]).toEqual([401, unauthenticated]);
  });

  it.each([
    ['PUT', '/api/posts', 'GET, HEAD, POST'],
    ['POST', '/api/posts/1', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['GET', '/api/login', 'POST'],
    ['HEAD', '/api/login', 'POST'],
    ['GET', '/api/tokens/3', 'DELETE'],
    ['POST', '/api/tokens', 'GET, HEAD'],
    ['DELETE', '/api/posts/actions', 'GET, HEAD'],
    ['PROPFIND', '/api/posts', 'GET, HEAD, POST'],
    ['QUERY', '/api/posts', 'GET, HEAD, POST'],
    ['PURGE', '/api/posts', 'GET, HEAD, POST'],
    ['TRACE', '/api/posts', 'GET, HEAD, POST'],
  ])('are 405 for %s %s, with the allowed methods %s (C2.1)', async (method, url, allow) => {
    const response = await request(method, url, signedIn);
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD')
      expect(response.json()).toEqual({
        message: `This endpoint does not support the method ${method}.`,
        code: 'method_not_allowed',
      });
  });

  it('are 204 for OPTIONS, with the allowed methods (C2.1)', async () => {
    for (const [url, allow] of [
      ['/api/posts', 'GET, HEAD, POST'],
      ['/api/login', 'POST'],
    ]) {
      const response = await request('OPTIONS', url!, signedIn);
      expect([response.statusCode, response.headers.allow, response.body]).toEqual([
        204,
        allow,
        '',
      ]);
    }
    for (const url of ['/api/ghosts', '/api/posts/1/nothing/1'])
      expect((await request('OPTIONS', url, signedIn)).statusCode).toBe(404);
    expect((await request('OPTIONS', '/api/posts')).statusCode).toBe(401);
  });

  it.each(['PUT', 'DELETE'])(
    'are 404 for %s on a resource that does not exist, not 405 (C4.3)',
    async (method) => {
      const response = await request(method, '/api/ghosts', signedIn);
      expect([response.statusCode, response.json(), response.headers.allow]).toEqual([
        404,
        notFound,
        undefined,
      ]);
    },
  );

  it('respond to HEAD with the status and headers of GET, without a body (C1.4)', async () => {
    const [get, head] = [
      await request('GET', '/api/posts', signedIn),
      await request('HEAD', '/api/posts', signedIn),
    ];
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
  });

  it.each([
    ['GET', '/health/unknown', 404],
    ['POST', '/health/live', 405],
    ['GET', '/docs/unknown', 404],
    ['GET', '/docs-unknown', 404],
    ['POST', '/docs', 405],
    ['GET', '/storage/unknown', 404],
    ['HEAD', '/storage/unknown', 404],
  ])('are public for %s %s: %i without a token (C2.1)', async (method, url, status) => {
    expect((await request(method, url)).statusCode).toBe(status);
  });

  it.each(['POST', 'DELETE'])('are not public for %s /storage/* (C2.1)', async (method) => {
    expect((await request(method, '/storage/x')).statusCode).toBe(401);
    expect((await request(method, '/storage/x', signedIn)).statusCode).toBe(405);
  });

  it.each(['/api/docs', '/api', '/api/health/live', '/storage', '/Health/x', '//docs'])(
    'are not public for %s (C2.1)',
    (path) => expect(isPublicPath(path, '/api', 'GET')).toBe(false),
  );

  it('are not public with a prefix that looks like a public area (C2.1)', () => {
    expect(isPublicPath('/docs-api/posts', '/docs-api', 'GET')).toBe(false);
    expect(isPublicPath('/docs-api?a=1', '/docs-api', 'GET')).toBe(false);
  });
});
