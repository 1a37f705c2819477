import fs from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { User } from '../../../demo/resources/users/user.entity.js';
import { form } from '../../support/forms.js';
import { jpeg, png } from '../../support/images.js';
import { FilesApp, filesIn } from './files-app.js';

const avatar = (content = png()) => form({ name: 'avatar', filename: '../../etc/passwd', content });

const openDescriptors = () => fs.readdir('/proc/self/fd').then((all) => all.length);

const failing = (code: string) =>
  Object.assign(new Error(`${code}: no more`), { code, syscall: 'write' });

describe('storing the file of a record', () => {
  let files: FilesApp;
  beforeAll(async () => {
    files = await FilesApp.start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await files.reset();
  });
  afterAll(() => files.close());

  const columnOf = async (id: number) =>
    (await files.database.dataSource.manager.findOneByOrFail(User, { id })).avatar;
  const store = async (id: string, headers = {}, content = png()) =>
    (await files.send(avatar(content), `avatar/${id}`, headers)).json<{ path: string }>().path;

  it('uses a name of 128 random bits and the detected type without storeAs (C10.2)', async () => {
    const path = await store('4', {}, jpeg());
    expect(path).toMatch(/^\/storage\/users\/4\/[\w-]{22}\.jpg$/);
    expect([await columnOf(4), files.stored()]).toEqual([path, [path.slice('/storage/'.length)]]);
  });

  it('uses exactly the name of storeAs, in a folder of 128 random bits (C10.2)', async () => {
    expect(await store('4', { 'x-name': 'avatar' })).toMatch(
      /^\/storage\/users\/4\/[\w-]{22}\/avatar$/,
    );
    const path = await store('3', { 'x-name': 'my logo.png' });
    expect(path).toMatch(/^\/storage\/users\/3\/[\w-]{22}\/my%20logo\.png$/);
    expect((await files.get(path)).rawPayload).toEqual(png());
  });

  it('uses each path once, so that nobody overwrites or guesses one (C10.2)', async () => {
    const paths = [await store('4'), await store('4'), await store('3')];
    expect(new Set(paths.map((path) => path.slice(-26))).size).toBe(3);
  });

  it.each([
    '..',
    '../up.png',
    '/etc/passwd',
    'a/b.png',
    '.hidden',
    '',
    'nul\u0001.png',
    'x'.repeat(101),
  ])(
    'stores nothing if a definition returns %j as a name, which is a fault of the service (C10.2)',
    async (name) => {
      const response = await files.send(avatar(), 'avatar/4', { 'x-name': name });
      expect([response.statusCode, files.stored(), await columnOf(4)]).toEqual([500, [], null]);
    },
  );

  it('removes the old file after the commit, with the folders that are then empty (C10.3)', async () => {
    const old = await store('4', { 'x-name': 'first.png' });
    const next = await store('4', { 'x-name': 'second.png' });
    expect(files.stored()).toEqual([next.slice('/storage/'.length)]);
    expect((await files.get(old)).statusCode).toBe(404);
    expect(await fs.readdir(join(files.folder, 'users/4'))).toHaveLength(1);
  });

  it('removes the new file if the transaction is rolled back, and keeps the old one (C10.3)', async () => {
    const old = await store('4');
    const response = await files.send(avatar(jpeg()), 'avatar/4', { 'x-then': 'throw' });
    expect([response.statusCode, await columnOf(4)]).toEqual([500, old]);
    expect(files.stored()).toEqual([old.slice('/storage/'.length)]);
    expect((await files.get(old)).statusCode).toBe(200);
  });

  it('ignores a path that is not of a stored file (C10.3)', async () => {
    writeFileSync(join(files.folder, 'notes.txt'), 'kept');
    for (const foreign of [
      'https://example.com/a.png',
      '/storage/notes.txt',
      '/storage/../notes.txt',
      '',
      '/etc/hosts',
    ]) {
      await files.database.dataSource.manager.update(User, 4, { avatar: foreign });
      await store('4');
      expect(files.stored()).toContain('notes.txt');
    }
  });

  it('leaves exactly the file that the column names after 20 concurrent uploads to one record (C10.3)', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store('4')));
    const held = await columnOf(4);
    expect(files.stored()).toContain(held!.slice('/storage/'.length));
    expect(filesIn(join(files.folder, '.incoming'))).toEqual([]);
    expect((await files.get(held!)).statusCode).toBe(200);
  });

  it('responds 503 and leaves nothing if the disk is full while a file arrives (threats)', async () => {
    const { open } = fs;
    const before = await openDescriptors();
    jest.spyOn(fs, 'open').mockImplementation(async (...call) => {
      const handle = await open(...call);
      if (call[1] === 'wx+') jest.spyOn(handle, 'appendFile').mockRejectedValue(failing('ENOSPC'));
      return handle;
    });
    const response = await files.send(avatar(), 'avatar/4');
    expect([response.statusCode, response.json().code, response.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '10',
    ]);
    expect([files.stored(), await columnOf(4), await openDescriptors()]).toEqual([
      [],
      null,
      before,
    ]);
  });

  it.each(['EROFS', 'EDQUOT'])(
    'responds 503 and leaves nothing if the folder of incoming files fails with %s (threats, C9)',
    async (code) => {
      jest.spyOn(fs, 'mkdtemp').mockRejectedValue(failing(code));
      const response = await files.send(avatar(), 'avatar/4');
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '10']);
      expect([files.stored(), await columnOf(4)]).toEqual([[], null]);
    },
  );

  it('responds 503 if the disk becomes read-only meanwhile, though nothing can be removed (threats, C9)', async () => {
    const { rm } = fs;
    jest.spyOn(fs, 'link').mockRejectedValue(failing('EROFS'));
    const removal = jest.spyOn(fs, 'rm').mockRejectedValue(failing('EROFS'));
    const response = await files.send(avatar(), 'avatar/4');
    removal.mockImplementation(rm);
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable']);
    expect(await columnOf(4)).toBeNull();
  });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'ESTALE', 'EMFILE'])(
    'responds 503 and changes nothing on %s while a file is stored (threats)',
    async (code) => {
      const old = await store('4');
      jest.spyOn(fs, 'link').mockRejectedValue(failing(code));
      const response = await files.send(avatar(), 'avatar/4');
      expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable']);
      expect([files.stored(), await columnOf(4)]).toEqual([[old.slice('/storage/'.length)], old]);
    },
  );

  it('responds 503 and changes nothing if a folder cannot be written to, without revealing its path (threats)', async () => {
    writeFileSync(join(files.folder, 'users'), 'in the way');
    const response = await files.send(avatar(), 'avatar/4');
    expect([response.statusCode, response.json().message]).toEqual([
      503,
      'The service is temporarily unavailable.',
    ]);
    expect(response.body).not.toContain(files.folder);
    expect([files.stored(), await columnOf(4)]).toEqual([['users'], null]);
  });

  it('copies the file, completely or not at all, on a filesystem without links (C10.3)', async () => {
    jest.spyOn(fs, 'link').mockRejectedValue(failing('EPERM'));
    const path = await store('4');
    expect((await files.get(path)).rawPayload).toEqual(png());
    jest.spyOn(fs, 'rename').mockRejectedValue(failing('ENOSPC'));
    expect((await files.send(avatar(jpeg()), 'avatar/4')).statusCode).toBe(503);
    expect(files.stored()).toEqual([path.slice('/storage/'.length)]);
  });

  it('creates a folder again that another request removes as empty (C10.3)', async () => {
    const { link } = fs;
    let removed = false;
    jest.spyOn(fs, 'link').mockImplementation(async (from, to) => {
      if (!removed) await fs.rm(join(String(to), '..'), { recursive: true });
      removed = true;
      return link(from, to);
    });
    expect((await files.get(await store('4'))).statusCode).toBe(200);
  });
});
