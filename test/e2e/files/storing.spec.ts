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

  it('C10.2: without storeAs the name is made of 128 random bits and the type that was found', async () => {
    const path = await store('4', {}, jpeg());
    expect(path).toMatch(/^\/storage\/users\/4\/[\w-]{22}\.jpg$/);
    expect([await columnOf(4), files.stored()]).toEqual([path, [path.slice('/storage/'.length)]]);
  });

  it('C10.2: with storeAs the name is that one exactly, in a folder of 128 random bits', async () => {
    expect(await store('4', { 'x-name': 'avatar' })).toMatch(
      /^\/storage\/users\/4\/[\w-]{22}\/avatar$/,
    );
    const path = await store('3', { 'x-name': 'my logo.png' });
    expect(path).toMatch(/^\/storage\/users\/3\/[\w-]{22}\/my%20logo\.png$/);
    expect((await files.get(path)).rawPayload).toEqual(png());
  });

  it('C10.2: no two files share a path, so that nobody overwrites or guesses one', async () => {
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
    'C10.2: a definition that gives %j as a name is a fault of the service, and stores nothing',
    async (name) => {
      const response = await files.send(avatar(), 'avatar/4', { 'x-name': name });
      expect([response.statusCode, files.stored(), await columnOf(4)]).toEqual([500, [], null]);
    },
  );

  it('C10.3: the old file is removed after the commit, with the folders that only it was in', async () => {
    const old = await store('4', { 'x-name': 'first.png' });
    const next = await store('4', { 'x-name': 'second.png' });
    expect(files.stored()).toEqual([next.slice('/storage/'.length)]);
    expect((await files.get(old)).statusCode).toBe(404);
    expect(await fs.readdir(join(files.folder, 'users/4'))).toHaveLength(1);
  });

  it('C10.3: when the transaction is undone the new file is gone, and the old one stays', async () => {
    const old = await store('4');
    const response = await files.send(avatar(jpeg()), 'avatar/4', { 'x-then': 'throw' });
    expect([response.statusCode, await columnOf(4)]).toEqual([500, old]);
    expect(files.stored()).toEqual([old.slice('/storage/'.length)]);
    expect((await files.get(old)).statusCode).toBe(200);
  });

  it('C10.3: a path that is not of a stored file is left alone', async () => {
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

  it('C10.3: 20 uploads to one record at once leave exactly the file that its column names', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store('4')));
    const held = await columnOf(4);
    expect(files.stored()).toContain(held!.slice('/storage/'.length));
    expect(filesIn(join(files.folder, '.incoming'))).toEqual([]);
    expect((await files.get(held!)).statusCode).toBe(200);
  });

  it('threats: a disk that is full while a file arrives is 503, and leaves nothing', async () => {
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
    'threats: a folder of incoming files that fails with %s is 503, and leaves nothing (C9)',
    async (code) => {
      jest.spyOn(fs, 'mkdtemp').mockRejectedValue(failing(code));
      const response = await files.send(avatar(), 'avatar/4');
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '10']);
      expect([files.stored(), await columnOf(4)]).toEqual([[], null]);
    },
  );

  it('threats: a disk that turns read-only meanwhile is 503, though nothing can be removed (C9)', async () => {
    const { rm } = fs;
    jest.spyOn(fs, 'link').mockRejectedValue(failing('EROFS'));
    const removal = jest.spyOn(fs, 'rm').mockRejectedValue(failing('EROFS'));
    const response = await files.send(avatar(), 'avatar/4');
    removal.mockImplementation(rm);
    expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable']);
    expect(await columnOf(4)).toBeNull();
  });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EACCES', 'ESTALE', 'EMFILE'])(
    'threats: %s while a file is stored is 503, and changes nothing',
    async (code) => {
      const old = await store('4');
      jest.spyOn(fs, 'link').mockRejectedValue(failing(code));
      const response = await files.send(avatar(), 'avatar/4');
      expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable']);
      expect([files.stored(), await columnOf(4)]).toEqual([[old.slice('/storage/'.length)], old]);
    },
  );

  it('threats: a folder that cannot be written to is 503 without a word of where it lies, and changes nothing', async () => {
    writeFileSync(join(files.folder, 'users'), 'in the way');
    const response = await files.send(avatar(), 'avatar/4');
    expect([response.statusCode, response.json().message]).toEqual([
      503,
      'The service is temporarily unavailable.',
    ]);
    expect(response.body).not.toContain(files.folder);
    expect([files.stored(), await columnOf(4)]).toEqual([['users'], null]);
  });

  it('C10.3: where a filesystem has no links a copy is made, whole or not at all', async () => {
    jest.spyOn(fs, 'link').mockRejectedValue(failing('EPERM'));
    const path = await store('4');
    expect((await files.get(path)).rawPayload).toEqual(png());
    jest.spyOn(fs, 'rename').mockRejectedValue(failing('ENOSPC'));
    expect((await files.send(avatar(jpeg()), 'avatar/4')).statusCode).toBe(503);
    expect(files.stored()).toEqual([path.slice('/storage/'.length)]);
  });

  it('C10.3: a folder that another request removes, as empty, is made again', async () => {
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
