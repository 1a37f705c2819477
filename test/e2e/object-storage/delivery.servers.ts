import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { User } from '../../../demo/resources/users/user.entity.js';
import { STORAGE, type Storage } from '../../../src/storage/storage.js';
import { form } from '../../support/forms.js';
import { jpeg, png } from '../../support/images.js';
import { credentials, PrivateObjectStore } from '../../support/private-object-store.js';
import { listen } from '../http/raw.js';
import { PREFIX, setCredentials, startBucketApp, type BucketApp } from './bucket-app.js';
import { restoreEnv } from '../../support/stub-env.js';

const MEGABYTE = 1024 * 1024;
const NAME = 'a'.repeat(22);

describe('delivering files of a bucket', () => {
  let store: PrivateObjectStore;
  beforeAll(async () => {
    setCredentials();
    store = await PrivateObjectStore.start();
  });
  afterAll(async () => {
    await store?.remove();
    restoreEnv();
  });

  const upload = async ({ files }: BucketApp, content = png(), headers = {}) => {
    const body = form({ name: 'avatar', filename: 'a.png', content });
    return (await files.send(body, 'avatar/4', headers)).json<{ path: string }>().path;
  };

  describe('by signed URLs', () => {
    let app: BucketApp;
    beforeAll(async () => {
      app = await startBucketApp(store, { delivery: 'signed', linkLifetime: 600 });
    });
    afterAll(() => app?.files.close());

    it('redirects to a URL of the store that serves the file with its headers (C10.4)', async () => {
      const path = await upload(app, jpeg(), { 'x-name': 'page 1.html' });
      const response = await app.files.get(path);
      expect([response.statusCode, response.body]).toEqual([302, '']);
      const url = new URL(String(response.headers.location));
      expect(url.origin).toBe(store.endpoint);
      expect(url.href).not.toContain(credentials.secretAccessKey);
      const found = await fetch(url);
      expect(Buffer.from(await found.arrayBuffer())).toEqual(jpeg());
      expect([found.status, Object.fromEntries(found.headers)]).toMatchObject([
        200,
        {
          'content-type': 'image/jpeg',
          'content-disposition': 'inline',
          'cache-control': 'public, max-age=31536000, immutable',
        },
      ]);
      const part = await fetch(url, { headers: { range: 'bytes=2-5' } });
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
        206,
        jpeg().subarray(2, 6),
      ]);
    });

    it('lets caches keep the redirect while the URL is certainly valid, without an ETag (C10.4)', async () => {
      const now = jest.spyOn(Date, 'now');
      const path = await upload(app);
      const at = async (second: number) => {
        now.mockReturnValue(Date.UTC(2027, 0, 1) + second * 1000);
        const { headers } = await app.files.get(path, { 'if-none-match': '*' });
        expect(headers).not.toHaveProperty('etag');
        const { searchParams } = new URL(String(headers.location));
        const signed = searchParams.get('X-Amz-Date');
        const expires = searchParams.get('X-Amz-Expires');
        return [headers['cache-control'], signed, expires];
      };
      // The store is asked whether the file exists, with the real clock.
      const storage = jest.spyOn(app.files.app.get(STORAGE), 'open');
      const file = await app.files.app.get<Storage>(STORAGE).open(path.slice('/storage/'.length));
      storage.mockResolvedValue(file);
      expect([await at(0), await at(299), await at(300)]).toEqual([
        ['public, max-age=300', '20270101T000000Z', '600'],
        ['public, max-age=1', '20270101T000000Z', '600'],
        ['public, max-age=300', '20270101T000500Z', '600'],
      ]);
      jest.restoreAllMocks();
    });

    it('signs HEAD for HEAD (C1.4)', async () => {
      const path = await upload(app);
      const response = await app.files.get(path, {}, 'HEAD');
      expect([response.statusCode, response.body]).toEqual([302, '']);
      const found = await fetch(String(response.headers.location), { method: 'HEAD' });
      expect([found.status, found.headers.get('content-type')]).toEqual([200, 'image/png']);
    });

    it('sends other types as downloads, by their content (C10.4)', async () => {
      const html = '<html><script>1</script></html>';
      await store.put({
        Bucket: app.bucket,
        Key: `${PREFIX}users/9/${NAME}.html`,
        Body: html,
        ContentType: 'text/html',
      });
      const { headers } = await app.files.get(`/storage/users/9/${NAME}.html`);
      const found = await fetch(String(headers.location));
      expect([found.headers.get('content-type'), found.headers.get('content-disposition')]).toEqual(
        ['application/octet-stream', 'attachment'],
      );
      expect(await found.text()).toBe(html);
    });

    it('lets pages of the explorer show images of the store (C10.4)', async () => {
      const { headers } = await app.files.get('/explorer');
      expect(headers['content-security-policy']).toContain(
        `img-src 'self' data: blob: ${store.endpoint};`,
      );
    });

    it('responds 404, and not with a URL, for missing files and those kept for undo (C15.3)', async () => {
      const { headers, payload } = form({ name: 'avatar', filename: 'a.png', content: png() });
      await app.files.database.dataSource.manager.update(User, 4, { avatar: null });
      const sent = { ...headers, ...app.files.signedIn };
      const post = { method: 'POST', url: '/api/profile', headers: sent, payload } as const;
      const first = (await app.files.app.inject(post)).json<Profile>().attributes.avatar;
      expect((await app.files.get(first)).statusCode).toBe(302);
      await app.files.app.inject(post);
      for (const path of [first, `/storage/users/4/${NAME}.png`]) {
        const response = await app.files.get(path);
        expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store']);
      }
    });
  });

  it('trusts the content, not the type that a tool has set for the object (C10.4)', async () => {
    const app = await startBucketApp(store);
    const Key = `${PREFIX}users/9/${NAME}/avatar`;
    await store.put({ Bucket: app.bucket, Key, Body: png(), ContentType: 'text/html' });
    const { headers } = await app.files.get(`/storage/users/9/${NAME}/avatar`);
    expect(headers['content-type']).toBe('image/png');
    await app.files.close();
  });

  it('stores the detected type with the object (C10.4)', async () => {
    const app = await startBucketApp(store);
    const path = await upload(app, jpeg());
    const { ContentType, Body } = await store.get(
      app.bucket,
      `${PREFIX}${path.slice('/storage/'.length)}`,
    );
    expect([ContentType, Buffer.from(await Body!.transformToByteArray())]).toEqual([
      'image/jpeg',
      jpeg(),
    ]);
    await app.files.close();
  });

  it('lists more objects than one response of the store contains (C10.3)', async () => {
    const app = await startBucketApp(store);
    const paths = Array.from({ length: 1_100 }, (_, at) => `users/${at}/${NAME}.png`);
    for (let at = 0; at < paths.length; at += 50)
      await Promise.all(paths.slice(at, at + 50).map((path) => app.place(path, Buffer.from('x'))));
    const listed: string[] = [];
    for await (const { path } of app.files.app.get<Storage>(STORAGE).entries()) listed.push(path);
    expect(listed.sort()).toEqual(paths.sort());
    await app.files.close();
  });

  it('streams 256 MiB in both directions, and holds a small part of it in memory (C10)', async () => {
    const size = 256 * MEGABYTE;
    const limits = { uploadBytes: size + 100, multipartBytes: size + MEGABYTE };
    const app = await startBucketApp(store, {}, { limits });
    const port = await listen(app.files);
    const start = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = () => void (most = Math.max(most, process.memoryUsage().arrayBuffers - start));
    const chunk = Buffer.alloc(MEGABYTE / 4, 'x');
    const { payload, headers } = form({ name: 'avatar', filename: 'a.png', content: png() });
    const [head, tail] = [payload.subarray(0, -22), payload.subarray(-22)];
    const body = async function* () {
      yield head;
      for (let sent = 0; sent < size; sent += chunk.length) {
        watch();
        yield chunk;
      }
      yield tail;
    };
    const sent = request({
      port,
      method: 'POST',
      path: '/probe/avatar/4',
      headers: { ...headers, ...app.files.signedIn },
    });
    const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
    await pipeline(Readable.from(body()), sent);
    const [created] = await responded;
    let text = '';
    for await (const part of created.setEncoding('utf8')) text += String(part);
    expect(created.statusCode).toBe(201);
    const { path } = JSON.parse(text) as { path: string };

    const [response] = (await once(get({ port, path }), 'response')) as [IncomingMessage];
    let received = 0;
    for await (const part of response) {
      received += (part as Buffer).length;
      watch();
    }
    expect(received).toBe(size + png().length);
    expect(most).toBeLessThan(96 * MEGABYTE);
    await app.files.close();
  });
});

interface Profile {
  readonly attributes: { readonly avatar: string };
}
