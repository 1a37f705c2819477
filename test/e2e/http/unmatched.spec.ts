import { METHODS } from 'node:http';
import { isPublicPath } from '../../../src/http/index.js';
import { signedIn, startToyApp, type ToyApp } from './toy-app.js';

describe('what no route serves', () => {
  let toy: ToyApp;
  beforeAll(async () => {
    toy = await startToyApp();
  });
  afterAll(() => toy.app.close());

  const ask = (method: string, url: string, headers: Record<string, string> = {}) =>
    toy.app.inject({ method: method as 'GET', url, headers });

  const unauthenticated = { message: 'Unauthenticated.', code: 'unauthenticated' };
  const notFound = { message: 'Not found.', code: 'not_found' };

  const methods = METHODS.filter((method) => method !== 'CONNECT');

  it.each(methods)(
    'C2.1: %s on a path that nothing serves is 401 without a token, and 404 with one',
    async (method) => {
      const refused = await ask(method, '/api/posts/1/unknown/more');
      expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect((await ask(method, '/api/posts/1/unknown/more', signedIn)).statusCode).toBe(404);
      expect((await ask(method, '/elsewhere')).statusCode).toBe(401);
      expect((await ask(method, '/elsewhere', signedIn)).statusCode).toBe(404);
    },
  );

  it('C2.1: a wrong method is 401 without a token, before it is 405', async () => {
    const response = await ask('PUT', '/api/posts');
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
    ['OPTIONS', '/api/posts', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/posts', 'GET, HEAD, POST'],
    ['QUERY', '/api/posts', 'GET, HEAD, POST'],
    ['PURGE', '/api/posts', 'GET, HEAD, POST'],
    ['TRACE', '/api/posts', 'GET, HEAD, POST'],
  ])('C2.1: %s %s is 405 and allows %s', async (method, url, allow) => {
    const response = await ask(method, url, signedIn);
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    if (method !== 'HEAD')
      expect(response.json()).toEqual({
        message: `This endpoint does not support the method ${method}.`,
        code: 'method_not_allowed',
      });
  });

  it.each(['PUT', 'DELETE'])(
    'C4.3: %s on a resource that does not exist is 404, not 405',
    async (method) => {
      const response = await ask(method, '/api/ghosts', signedIn);
      expect([response.statusCode, response.json(), response.headers.allow]).toEqual([
        404,
        notFound,
        undefined,
      ]);
    },
  );

  it('C1.4: HEAD answers with the status and headers of GET, without a body', async () => {
    const [get, head] = [
      await ask('GET', '/api/posts', signedIn),
      await ask('HEAD', '/api/posts', signedIn),
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
  ])('C2.1: %s %s is public: %i without a token', async (method, url, status) => {
    expect((await ask(method, url)).statusCode).toBe(status);
  });

  it.each(['POST', 'DELETE'])('C2.1: %s /storage/* is not public', async (method) => {
    expect((await ask(method, '/storage/x')).statusCode).toBe(401);
    expect((await ask(method, '/storage/x', signedIn)).statusCode).toBe(405);
  });

  it.each(['/api/docs', '/api', '/api/health/live', '/storage', '/Health/x', '//docs'])(
    'C2.1: %s is not public',
    (path) => expect(isPublicPath(path, '/api', 'GET')).toBe(false),
  );

  it('C2.1: a prefix that looks like a public area stays closed', () => {
    expect(isPublicPath('/docs-api/posts', '/docs-api', 'GET')).toBe(false);
    expect(isPublicPath('/docs-api?a=1', '/docs-api', 'GET')).toBe(false);
  });
});
