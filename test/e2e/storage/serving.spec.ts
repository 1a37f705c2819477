import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { form } from '../../support/forms.js';
import { gif, jpeg, png, webp } from '../../support/images.js';
import { jsonOf, listen, request, send, statusOf } from '../http/raw.js';
import { FilesApp } from './files-app.js';

const NAME = 'a'.repeat(22);

describe('serving stored files', () => {
  let files: FilesApp;
  beforeAll(async () => {
    files = await FilesApp.start();
  });
  afterAll(() => files.close());

  const store = async (content = png(), headers = {}) => {
    const body = form({ name: 'avatar', filename: 'x', content });
    return (await files.send(body, 'avatar/4', headers)).json<{ path: string }>().path;
  };

  /** Stores a file at a path of stored files. */
  const place = (path: string, content: Buffer | string) => {
    mkdirSync(join(files.folder, path, '..'), { recursive: true });
    writeFileSync(join(files.folder, path), content);
    return `/storage/${path}`;
  };

  it('needs no token and no permission, sets the type, and may be cached for ever (C10.4)', async () => {
    const response = await files.get(await store());
    expect([response.statusCode, response.rawPayload]).toEqual([200, png()]);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png().length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[0-9a-f]+-[0-9a-f]+"$/),
    });
  });

  it.each([
    ['image/jpeg', jpeg()],
    ['image/gif', gif()],
    ['image/webp', webp()],
    ['image/png', Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')])],
  ])('sends %s by the content of the file, not by its name (C10.4)', async (mime, content) => {
    const response = await files.get(await store(content, { 'x-name': 'page.html' }));
    expect([response.headers['content-type'], response.headers['x-content-type-options']]).toEqual([
      mime,
      'nosniff',
    ]);
  });

  it.each([
    [
      'SVG',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    ],
    ['HTML', '<html><script>1</script></html>'],
    ['nothing', ''],
  ])(
    'sends %s, which a team may have stored itself, as a download (C10.4)',
    async (_what, content) => {
      const { headers, statusCode } = await files.get(place(`users/9/${NAME}.svg`, content));
      expect([statusCode, headers['content-disposition']]).toEqual([200, 'attachment']);
      expect(headers['content-type']).not.toMatch(/html|svg/);
    },
  );

  it('responds to HEAD with the headers of GET, without the content (C1.4)', async () => {
    const path = await store();
    const [head, get] = [await files.get(path, {}, 'HEAD'), await files.get(path)];
    const { date: _one, 'x-request-id': _two, ...headers } = get.headers;
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers).toMatchObject(headers);
  });

  it('responds 304 to a client that has the file already, by GET and by HEAD (C10.4)', async () => {
    const path = await store();
    const etag = String((await files.get(path)).headers.etag);
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await files.get(path, { 'if-none-match': tag }, method);
        expect([response.statusCode, response.body, response.headers.etag]).toEqual([
          304,
          '',
          etag,
        ]);
      }
    expect((await files.get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('ignores a query, such as one against caches (C10.4)', async () => {
    expect((await files.get(`${await store()}?v=1`)).statusCode).toBe(200);
  });

  const notFound = { message: 'Not found.', code: 'not_found' };

  it('responds 404 in JSON for a missing file, not cacheable, even with an ETag (C2.1)', async () => {
    const response = await files.get(`/storage/users/4/${NAME}.png`, { 'if-none-match': '*' });
    expect([response.statusCode, response.json(), response.headers['cache-control']]).toEqual([
      404,
      notFound,
      'no-store',
    ]);
  });

  const climbs = [
    '..',
    '%2e%2e',
    '.%2e',
    '%252e%252e',
    '..%2f',
    '..%5c',
    '..\\',
    '%c0%ae%c0%ae',
    '....//',
    ';/..',
  ];

  const paths = [
    ...climbs.map((up) => `/storage/users/${up}/${up}/${up}/secret.txt`),
    ...climbs.map((up) => `/storage/${up}/secret.txt`),
    ...climbs.map((up) => `/storage/users/4/${NAME}/${up}`),
    '/storage/',
    '/storage/users',
    '/storage/users/',
    '/storage/users/4',
    '/storage/users//4/x.png',
    '/storage/.incoming',
    '/storage/.incoming/form-x/0',
    '/storage/%2eincoming/form-x/0',
    '/storage/notes.txt',
    '/storage//etc/passwd',
    '/storage/%2fetc%2fpasswd',
    '/storage/C:%5cwindows',
    `/storage/users/4/${NAME}.png/`,
    `/storage/users/4/${NAME}.png/more`,
    `/storage/users/4/${NAME}.png%00`,
    `/storage/users/4/${NAME}/%00.png`,
    `/storage/users/4/${NAME}/%0d%0aset-cookie`,
    `/storage/users/4/${NAME}/%E0%A4%A`,
    `/storage/users/${'k'.repeat(300)}/${NAME}.png`,
    `/storage/users/4/${NAME}.${'x'.repeat(300)}`,
    `/storage/${'a/'.repeat(4000)}`,
    `/storage/__proto__/constructor/${NAME}.png`,
  ];

  describe('over a real connection', () => {
    let port: number;
    beforeAll(async () => {
      port = await listen(files);
      place('notes.txt', 'secret');
      place('.incoming/form-x/0', 'secret');
      writeFileSync(join(files.folder, '..', 'secret.txt'), 'secret');
    });

    it.each(paths.map((path) => [path.slice(0, 70), path] as const))(
      'responds 404 or 400 for %s, without revealing the disk (C10.4)',
      async (_start, path) => {
        const response = await send(port, request(path));
        expect([400, 404]).toContain(statusOf(response));
        expect(jsonOf(response)).toHaveProperty('code');
        expect(response).not.toContain('secret');
      },
    );
  });

  it('follows no link, neither at the end of a path nor in its middle (C10.4)', async () => {
    mkdirSync(join(files.folder, 'users/5'), { recursive: true });
    symlinkSync('/etc/hostname', join(files.folder, `users/5/${NAME}.png`));
    symlinkSync('/etc', join(files.folder, `users/5/${NAME}`));
    for (const path of [`users/5/${NAME}.png`, `users/5/${NAME}/hostname`])
      expect((await files.get(`/storage/${path}`)).statusCode).toBe(404);
  });

  it('responds 404 for a folder with the name of a file (C10.4)', async () => {
    mkdirSync(join(files.folder, `users/6/${NAME}.png`), { recursive: true });
    expect((await files.get(`/storage/users/6/${NAME}.png`)).statusCode).toBe(404);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'rejects %s, which is not public, with 405 (C2.1)',
    async (method) => {
      const url = await store();
      expect((await files.app.inject({ method, url })).statusCode).toBe(401);
      const response = await files.app.inject({ method, url, headers: files.signedIn });
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('leaves no descriptor open after 500 files, complete or cut off (threats)', async () => {
    const path = await store();
    await files.get(path);
    const before = readdirSync('/proc/self/fd').length;
    for (let at = 0; at < 250; at++) {
      await files.get(path);
      await files.get(path, {}, 'HEAD');
    }
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before);
  });
});
