import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createLogger } from '../../../src/base/logging/index.js';
import { User } from '../../../demo/resources/users/user.entity.js';
import { FaultyNetwork } from '../../support/faulty-network.js';
import { form } from '../../support/forms.js';
import { jpeg, png } from '../../support/images.js';
import { credentials, PrivateObjectStore } from '../../support/private-object-store.js';
import { listen } from '../http/raw.js';
import { PREFIX, setCredentials, startBucketApp, type BucketApp } from './bucket-app.js';
import { restoreEnv } from '../../support/stub-env.js';

/** Milliseconds that the service waits for the store. */
const TIMEOUT = 1_000;
const MEGABYTE = 1024 * 1024;

describe('an object store that fails', () => {
  const lines: string[] = [];
  let store: PrivateObjectStore;
  let network: FaultyNetwork;
  let app: BucketApp;
  let port: number;
  beforeAll(async () => {
    setCredentials();
    store = await PrivateObjectStore.start();
    network = await FaultyNetwork.to(store.endpoint);
    app = await startBucketApp(
      store,
      { endpoint: network.endpoint, timeout: TIMEOUT },
      {
        logger: createLogger('info', { write: (line) => void lines.push(line) }),
        limits: { uploadBytes: 64 * MEGABYTE, multipartBytes: 65 * MEGABYTE },
      },
    );
    port = await listen(app.files);
  });
  afterEach(async () => {
    network.heal();
    for (const line of lines) {
      expect(line).not.toContain(credentials.secretAccessKey);
      expect(line).not.toContain(credentials.accessKeyId);
    }
    lines.length = 0;
    await app.files.database.dataSource.manager.update(User, 4, { avatar: null });
    for (const path of await app.stored()) await store.delete(app.bucket, `${PREFIX}${path}`);
  });
  afterAll(async () => {
    await app?.files.close();
    await network?.close();
    await store?.remove();
    restoreEnv();
  });

  const upload = (content = png(), headers = {}) =>
    app.files.send(form({ name: 'avatar', filename: 'a.png', content }), 'avatar/4', headers);
  const stored = async () => (await upload()).json<{ path: string }>().path;
  const columnOf = async (id: number) =>
    (await app.files.database.dataSource.manager.findOneByOrFail(User, { id })).avatar;
  const large = () => Buffer.concat([png(), Buffer.alloc(32 * MEGABYTE, 'x')]);
  const unavailable = { message: 'The service is temporarily unavailable.', code: 'unavailable' };

  /** Expects the response that a client repeats later, and caches do not keep. */
  function expectUnavailable(response: Awaited<ReturnType<typeof upload>>): void {
    expect(response.statusCode).toBe(503);
    if (response.body !== '') expect(response.json()).toEqual(unavailable);
    expect(response.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
    expect(response.headers).not.toHaveProperty('etag');
  }

  async function avatarIn({ files }: BucketApp): Promise<string | null> {
    const response = await files.app.inject({ url: '/api/users/4', headers: files.signedIn });
    return response.json<Shown>().data.attributes.avatar;
  }

  async function download(path: string): Promise<IncomingMessage> {
    const [response] = (await once(get({ port, path }), 'response')) as [IncomingMessage];
    return response;
  }

  describe('while it is stopped', () => {
    let path: string;
    beforeEach(async () => {
      path = await stored();
      await store.stopGateway();
    });
    afterEach(() => store.startGateway());

    it('makes uploads 503 and changes nothing (C9, C10.3)', async () => {
      expectUnavailable(await upload(jpeg()));
      expect(await columnOf(4)).toBe(path);
      await store.startGateway();
      expect(await app.stored()).toEqual([path.slice('/storage/'.length)]);
      expect((await upload(jpeg())).statusCode).toBe(201);
    });

    it('makes downloads 503, and serves them again afterwards (C9)', async () => {
      expectUnavailable(await app.files.get(path));
      expectUnavailable(await app.files.get(path, {}, 'HEAD'));
      await store.startGateway();
      expect((await app.files.get(path)).statusCode).toBe(200);
    });

    it('leaves every other request alone, with the paths of files (C10)', async () => {
      expect(await avatarIn(app)).toBe(path);
      expect((await app.files.get('/health/ready')).statusCode).toBe(200);
    });
  });

  describe('while it rejects the credentials', () => {
    let path: string;
    beforeEach(async () => {
      path = await stored();
      await store.setAccess(false);
    });
    afterEach(() => store.setAccess(true));

    it('makes uploads and downloads 503, and nothing else (C9)', async () => {
      expectUnavailable(await upload(jpeg()));
      expectUnavailable(await app.files.get(path));
      expect([await columnOf(4), await avatarIn(app)]).toEqual([path, path]);
      expect(lines.join()).toContain('(status 403)');
    });
  });

  it('keeps an uncertain removal for the sweep: the commit counts (C10.3)', async () => {
    const old = await stored();
    network.requests = (chunk) => (chunk.toString('latin1').startsWith('DELETE') ? 'cut' : 'pass');
    const next = (await upload(jpeg())).json<{ path: string }>().path;
    expect(await columnOf(4)).toBe(next);
    const both = [old, next].map((path) => path.slice('/storage/'.length));
    expect([...(await app.stored())].sort()).toEqual([...both].sort());
    expect(lines.join()).toContain('DeleteObject');
  });

  it('makes uploads 503 if it does not respond, and stores nothing (C9)', async () => {
    network.responses = () => 'hold';
    network.requests = () => 'hold';
    expectUnavailable(await upload());
    network.heal();
    expect([await columnOf(4), await app.stored()]).toEqual([null, []]);
    expect(lines.join()).toContain('PutObject: no progress within 1000 ms');
  });

  it('makes uploads 503 if it stops reading in the middle, and stores nothing (C9)', async () => {
    network.requests = (_chunk, before) => (before > MEGABYTE ? 'hold' : 'pass');
    expectUnavailable(await upload(large()));
    network.heal();
    expect([await columnOf(4), await app.stored()]).toEqual([null, []]);
  });

  it('makes downloads 503 if it does not respond (C9)', async () => {
    const path = await stored();
    network.responses = () => 'hold';
    expectUnavailable(await app.files.get(path));
  });

  it('repeats an upload that is cut in the middle, from its start (C10.3)', async () => {
    let cuts = 1;
    network.requests = (_chunk, before) => (before > MEGABYTE && cuts-- > 0 ? 'cut' : 'pass');
    const content = large();
    const response = await upload(content);
    expect(response.statusCode).toBe(201);
    const { path } = response.json<{ path: string }>();
    expect((await app.files.get(path)).rawPayload.equals(content)).toBe(true);
    expect(await app.stored()).toEqual([path.slice('/storage/'.length)]);
  });

  it('makes uploads 503 if each is cut in the middle, and stores nothing (C9, C10.3)', async () => {
    network.requests = (_chunk, before) => (before > MEGABYTE ? 'cut' : 'pass');
    expectUnavailable(await upload(large()));
    network.heal();
    expect([await columnOf(4), await app.stored()]).toEqual([null, []]);
  });

  it('recognizes its own object if the response to the upload was lost (C10.2)', async () => {
    const uploads: string[] = [];
    network.requests = (chunk) => {
      const [head = ''] = chunk.toString('latin1').split('\r\n');
      uploads.push(...(head.startsWith('PUT') ? [head] : []));
      return 'pass';
    };
    network.responses = () => (uploads.length === 1 ? 'cut' : 'pass');
    const response = await upload();
    expect([response.statusCode, uploads.length]).toEqual([201, 2]);
    const { path } = response.json<{ path: string }>();
    expect(await app.stored()).toEqual([path.slice('/storage/'.length)]);
  });

  it('cuts a response if the store stops sending in its middle, and closes both ends (C10.4)', async () => {
    const { path } = (await upload(large())).json<{ path: string }>();
    network.responses = (_chunk, before) => (before > 4 * MEGABYTE ? 'hold' : 'pass');
    const response = await download(path);
    const closed = network.untilClosed();
    await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
    await closed;
  });

  it('ends the download from the store when the client leaves (C10.4)', async () => {
    const { path } = (await upload(large())).json<{ path: string }>();
    let sent = 0;
    network.responses = (chunk) => {
      sent += chunk.length;
      return 'pass';
    };
    const response = await download(path);
    await once(response, 'readable');
    const closed = network.untilClosed();
    response.destroy();
    await closed;
    expect(sent).toBeLessThan(large().length);
  });

  // The last two start other applications, which then receive the log of Nest.

  it('asks once per file and process whether it exists, and not at all after a failure (C10)', async () => {
    const path = await stored();
    const other = await startBucketApp(
      store,
      { endpoint: network.endpoint, url: `s3://${app.bucket}/${PREFIX}` },
      { url: app.files.url },
    );
    let asked = 0;
    const count = (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('GET')) asked += 1;
    };
    network.requests = (chunk) => {
      count(chunk);
      return 'pass';
    };
    const read = () => avatarIn(other);
    expect([await read(), await read(), asked]).toEqual([path, path, 1]);

    const missing = `/storage/users/4/${'m'.repeat(22)}.png`;
    await app.files.database.dataSource.manager.update(User, 4, { avatar: missing });
    expect(await read()).toBeNull();
    asked = 0;
    network.requests = (chunk) => {
      count(chunk);
      return 'cut';
    };
    expect([await read(), await read(), asked]).toEqual([missing, missing, 1]);
    await other.files.close();
  });

  it('makes uploads and downloads 503, not 404, if its bucket is removed (C9)', async () => {
    const other = await startBucketApp(store);
    await store.removeBucket(other.bucket);
    const body = form({ name: 'avatar', filename: 'a.png', content: png() });
    expectUnavailable(await other.files.send(body, 'avatar/4'));
    expectUnavailable(await other.files.get(`/storage/users/4/${'a'.repeat(22)}.png`));
    await other.files.close();
  });
});

interface Shown {
  readonly data: { readonly attributes: { readonly avatar: string | null } };
}
