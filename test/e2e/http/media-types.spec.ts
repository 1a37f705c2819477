import { startDemo, type DemoApp } from '../../support/demo-app.js';

describe('A body of another media type', () => {
  let demo: DemoApp;
  let authorization: string;
  beforeAll(async () => {
    demo = await startDemo();
    authorization = `Bearer ${await demo.tokenOf('admin')}`;
  });
  afterAll(() => demo.close());

  const send = (method: string, url: string, headers: Record<string, string>) =>
    demo.app.inject({
      method: method as 'POST',
      url,
      headers: { authorization, ...headers },
      payload: '{"title":"A"}',
    });

  const form = 'multipart/form-data; boundary=x';
  it.each([
    ['POST', '/api/posts', 'text/plain', ['application/json', 'multipart/form-data']],
    ['POST', '/api/posts/actions?action=publish-posts', form, ['application/json']],
    ['PUT', '/api/posts/1', form, ['application/json']],
    ['PATCH', '/api/posts/1', form, ['application/json', 'application/merge-patch+json']],
    ['POST', '/api/companies', 'text/plain', ['application/json', 'multipart/form-data']],
    ['POST', '/api/users/1', 'application/json', ['multipart/form-data']],
  ])('is 415 for %s %s with %s, which names %j (C4.3)', async (method, url, type, accepted) => {
    const response = await send(method, url, { 'content-type': type });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({
      message: `The body must have the media type ${accepted.join(' or ')}.`,
      code: 'unsupported_media_type',
    });
    expect(response.headers.accept).toBe(accepted.join(', '));
  });

  it.each([
    [{ 'content-encoding': 'gzip' }, 'The body must not be compressed.'],
    [{ 'content-type': 'application/json; charset=latin1' }, 'The body must be encoded in UTF-8.'],
  ])('is 415 with %j (C4.3)', async (headers, message) => {
    const response = await send('POST', '/api/posts', {
      'content-type': 'application/json',
      ...headers,
    });
    expect([response.statusCode, response.json().message]).toEqual([415, message]);
  });
});
