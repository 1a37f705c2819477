import { signedIn, startToyApp } from './toy-app.js';

describe('the log of requests', () => {
  it('contains one JSON line per finished request, without its query string (Issue, errors)', async () => {
    const { app, lines } = await startToyApp();
    const response = await app.inject({
      method: 'GET',
      url: '/api/posts/7?search=secret',
      headers: signedIn,
    });
    expect(lines().filter(({ event }) => event === 'request')).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        event: 'request',
        method: 'GET',
        path: '/api/posts/7',
        route: '/api/:resource/:id',
        status: 200,
        bytes: Buffer.byteLength(response.body),
        milliseconds: expect.any(Number),
        clientAddress: '127.0.0.1',
        request_id: response.headers['x-request-id'],
      },
    ]);
    await app.close();
  });

  it.each([
    ['/api/posts', 401],
    ['/api/%zz', 400],
    ['/api//5', 401],
    ['/elsewhere', 401],
  ])('contains a line for %s (%i), too (Issue, errors)', async (url, status) => {
    const { app, lines } = await startToyApp();
    await app.inject({ method: 'GET', url });
    expect(lines().filter(({ event }) => event === 'request')).toMatchObject([
      { path: url, status },
    ]);
    await app.close();
  });

  it('contains no token and no password (Issue, errors)', async () => {
    const { app, lines } = await startToyApp({ logLevel: 'trace' });
    const payload = { email: 'a@b.c', password: 'hunter22' };
    await app.inject({
      method: 'POST',
      url: '/api/login',
      payload,
      headers: { authorization: 'Bearer topsecret' },
    });
    expect(JSON.stringify(lines())).not.toMatch(/hunter22|topsecret/);
    await app.close();
  });

  it('is empty below the level (Issue, errors)', async () => {
    const { app, lines } = await startToyApp({ logLevel: 'warn' });
    await app.inject({ method: 'GET', url: '/api/posts', headers: signedIn });
    await app.inject({ method: 'GET', url: '/api/%zz' });
    expect(lines()).toEqual([]);
    await app.close();
  });
});
