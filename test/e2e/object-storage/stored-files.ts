import { statSync } from 'node:fs';
import { OrphanSweep } from '../../../src/modules/storage/orphan-sweep.js';
import { ReferencedFiles } from '../../../src/modules/storage/referenced-files.js';
import { OPTIONS, type ResolvedOptions } from '../../../src/options/resource-api-options.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import { IncomingFiles } from '../../../src/storage/incoming-files.js';
import { STORAGE, type Storage } from '../../../src/storage/storage.js';
import { User } from '../../../demo/resources/users/user.entity.js';
import { form } from '../../support/forms.js';
import { jpeg, png } from '../../support/images.js';
import type { FilesApp } from '../storage/files-app.js';

/** A storage of files, and a second view of what it contains. */
export interface StorageUnderTest {
  readonly files: FilesApp;
  /** The paths of the stored files, read without the service. */
  stored(): Promise<readonly string[]>;
  /** Stores a file without the service. */
  place(path: string, content: Buffer): Promise<void>;
}

const NAME = 'a'.repeat(22);
const picture = (content = png()) => form({ name: 'avatar', filename: 'a.png', content });
const pathOf = (url: string) => url.slice('/storage/'.length).replace('%20', ' ');

/** Describes what every storage does for the files of records. @contract C10, C15.3 */
export function describeStoredFiles(start: () => Promise<StorageUnderTest>): void {
  let test: StorageUnderTest;
  let files: FilesApp;
  beforeAll(async () => {
    test = await start();
    files = test.files;
  });
  beforeEach(async () => {
    await files.database.dataSource.manager.update(User, 4, { avatar: null });
    for (const path of await test.stored()) await storage().remove(path);
  });
  afterAll(() => files?.close());

  const storage = () => files.app.get<Storage>(STORAGE);
  const columnOf = async (id: number) =>
    (await files.database.dataSource.manager.findOneByOrFail(User, { id })).avatar;
  const probe = async (headers = {}, content = png()) =>
    (await files.send(picture(content), 'avatar/4', headers)).json<{ path: string }>().path;
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    files.app.inject({ method, url, headers: files.signedIn, ...(payload && { payload }) });
  const uploadProfile = (content = png()) => {
    const { headers, payload } = picture(content);
    const all = { ...headers, ...files.signedIn };
    return files.app.inject({ method: 'POST', url: '/api/profile', headers: all, payload });
  };
  const avatarOf = async () =>
    (await call('GET', '/api/profile')).json<{ attributes: { avatar: string | null } }>().attributes
      .avatar;

  /** @param lifetime seconds; negative, so that files of this moment count as old */
  const sweep = (lifetime = -3600) => {
    const options = files.app.get<ResolvedOptions>(OPTIONS);
    const found = <Provider>(token: new (...args: never[]) => Provider) =>
      files.app.get<Provider>(token, { strict: false });
    const sweeping = new OrphanSweep(
      storage(),
      { ...options, storage: { ...options.storage, orphanLifetime: lifetime } },
      found(IncomingFiles),
      found(ReferencedFiles),
      found(ResourceRegistry),
    );
    return sweeping.run(new AbortController().signal);
  };

  it('stores a file under a new path with the detected type, and serves it (C10.2, C10.4)', async () => {
    const path = await probe({}, jpeg());
    expect(path).toMatch(/^\/storage\/users\/4\/[\w-]{22}\.jpg$/);
    expect([await columnOf(4), await test.stored()]).toEqual([path, [pathOf(path)]]);
    const response = await files.get(path);
    expect([response.statusCode, response.rawPayload]).toEqual([200, jpeg()]);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(jpeg().length),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
  });

  it('serves a name of storeAs with a space, and a file of 300,000 bytes (C10.2)', async () => {
    const content = Buffer.concat([png(), Buffer.alloc(300_000, 'x')]);
    const path = await probe({ 'x-name': 'my logo.html' }, content);
    const response = await files.get(path);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.length),
    });
    expect(response.rawPayload.equals(content)).toBe(true);
  });

  it('responds to HEAD as to GET without the content, and 304 to a known ETag (C1.4, C10.4)', async () => {
    const path = await probe();
    const [head, get] = [await files.get(path, {}, 'HEAD'), await files.get(path)];
    const { date: _one, 'x-request-id': _two, ...headers } = get.headers;
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers).toMatchObject(headers);
    for (const tag of [String(headers.etag), '*']) {
      const same = await files.get(path, { 'if-none-match': tag });
      expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', headers.etag]);
    }
  });

  it('serves ranges of a file, and reports its size for a range after its end (C10.4)', async () => {
    const content = Buffer.concat([png(), Buffer.alloc(300_000, 'x'), Buffer.from('end')]);
    const { length } = content;
    const path = await probe({}, content);
    const ranges = [
      ['bytes=0-9', 0, 9],
      ['bytes=65000-66000', 65_000, 66_000],
      ['bytes=200000-', 200_000, length - 1],
      ['bytes=-3', length - 3, length - 1],
    ] as const;
    const { headers: whole } = await files.get(path);
    expect(whole['accept-ranges']).toBe('bytes');
    for (const [range, first, last] of ranges) {
      const response = await files.get(path, { range });
      expect(response.statusCode).toBe(206);
      expect(response.headers).toMatchObject({
        'content-range': `bytes ${first}-${last}/${length}`,
        'content-length': String(last - first + 1),
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: whole.etag,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(response.rawPayload.equals(content.subarray(first, last + 1))).toBe(true);
    }
    const missing = await files.get(path, { range: `bytes=${length}-` });
    expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([
      416,
      'range_not_satisfiable',
    ]);
    expect(missing.headers).toMatchObject({
      'content-range': `bytes */${length}`,
      'cache-control': 'no-store',
    });
    const head = await files.get(path, { range: 'bytes=0-9' }, 'HEAD');
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(length)]);
    const known = { range: 'bytes=0-9', 'if-none-match': String(whole.etag) };
    expect((await files.get(path, known)).statusCode).toBe(304);
    const other = await files.get(path, { range: 'bytes=0-9', 'if-range': '"other"' });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, length]);
  });

  it('serves empty files and files of an unknown type as downloads (C10.4)', async () => {
    for (const content of ['', '<html><script>1</script></html>', 'x'.repeat(70_000)]) {
      await test.place(`users/9/${NAME}.html`, Buffer.from(content));
      const response = await files.get(`/storage/users/9/${NAME}.html`);
      expect([response.statusCode, response.body]).toEqual([200, content]);
      expect(response.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-length': String(content.length),
      });
      await storage().remove(`users/9/${NAME}.html`);
    }
  });

  it('responds 404 for missing files and other paths, not cacheable (C2.1)', async () => {
    await test.place('notes.txt', Buffer.from('secret'));
    for (const path of [`users/4/${NAME}.png`, 'notes.txt', 'users/..%2fnotes.txt', '.probe']) {
      const response = await files.get(`/storage/${path}`);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  it('responds 404, not cacheable, if a file is removed while it is opened (C10.4)', async () => {
    const path = await probe();
    const found = await storage().open(pathOf(path));
    const open = jest.spyOn(storage(), 'open');
    open.mockResolvedValue({ ...found!, read: () => Promise.resolve(undefined) });
    const { statusCode, headers } = await files.get(path);
    open.mockRestore();
    expect([statusCode, headers['cache-control'], headers.etag]).toEqual([
      404,
      'no-store',
      undefined,
    ]);
  });

  it('never overwrites a file (C10.2)', async () => {
    const [path, { size }] = [import.meta.filename, statSync(import.meta.filename)];
    const received = { path, size, type: null, dimensions: null };
    await test.place(`users/4/${NAME}.png`, png());
    await expect(storage().store(`users/4/${NAME}.png`, received)).rejects.toThrow();
    expect((await files.get(`/storage/users/4/${NAME}.png`)).rawPayload).toEqual(png());
  });

  it('removes the old file after the commit (C10.3)', async () => {
    const old = await probe();
    const next = await probe({}, jpeg());
    expect(await test.stored()).toEqual([pathOf(next)]);
    expect((await files.get(old)).statusCode).toBe(404);
  });

  it('removes the new file if the transaction is rolled back, and keeps the old one (C10.3)', async () => {
    const old = await probe();
    const response = await files.send(picture(jpeg()), 'avatar/4', { 'x-then': 'throw' });
    expect([response.statusCode, await columnOf(4)]).toEqual([500, old]);
    expect(await test.stored()).toEqual([pathOf(old)]);
  });

  it('leaves exactly the file that the column contains after 10 concurrent uploads (C10.3)', async () => {
    await Promise.all(Array.from({ length: 10 }, () => probe()));
    const held = await columnOf(4);
    expect(await test.stored()).toEqual([pathOf(held!)]);
  });

  it('stores nothing if the file or another field is rejected (C10.1)', async () => {
    const notes = form({ name: 'avatar', filename: 'a.png', content: 'notes' });
    const rejected = await files.app.inject({
      method: 'POST',
      url: '/api/profile',
      headers: { ...notes.headers, ...files.signedIn },
      payload: notes.payload,
    });
    expect([rejected.statusCode, await test.stored()]).toEqual([422, []]);
  });

  it('keeps replaced and removed files for undo, as 404, until a revert restores them (C15.3)', async () => {
    expect((await uploadProfile()).statusCode).toBe(200);
    const first = (await avatarOf())!;
    expect((await uploadProfile(jpeg())).statusCode).toBe(200);
    const second = (await avatarOf())!;
    expect((await call('PATCH', '/api/profile', { avatar: null })).statusCode).toBe(200);
    expect([await avatarOf(), (await test.stored()).length]).toEqual([null, 2]);
    for (const path of [first, second]) expect((await files.get(path)).statusCode).toBe(404);
    await sweep();
    expect((await test.stored()).length).toBe(2);
    const sql = 'select batch_id from action_logs order by id desc limit 1';
    const [[batch]] = (await files.database.query(sql)) as [[string]];
    await files.database.dataSource.manager.update(User, 4, { is_admin: true });
    const reverted = await call('POST', '/api/action_logs/revert', { batch_id: batch });
    await files.database.dataSource.manager.update(User, 4, { is_admin: false });
    expect([reverted.statusCode, await avatarOf()]).toEqual([200, second]);
    expect((await files.get(second)).rawPayload).toEqual(jpeg());
  });

  it('reports a missing file as null in responses (C10)', async () => {
    await files.database.dataSource.manager.update(User, 4, {
      avatar: `/storage/users/4/${NAME}.png`,
    });
    expect(await avatarOf()).toBeNull();
    await test.place(`users/4/${NAME}.png`, png());
    expect(await avatarOf()).toBe(`/storage/users/4/${NAME}.png`);
  });

  it('sweeps files that no record refers to, once they are old, and ignores others (C10.3)', async () => {
    const held = pathOf(await probe());
    const orphan = `users/4/${NAME}.png`;
    for (const path of [orphan, 'notes.txt']) await test.place(path, png());
    await sweep(3600);
    expect([...(await test.stored())].sort()).toEqual(['notes.txt', orphan, held].sort());
    await sweep();
    expect([...(await test.stored())].sort()).toEqual(['notes.txt', held].sort());
  });
}
