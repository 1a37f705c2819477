import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from '../../../support/run-command.js';

describe('resource-api new', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'resource-api-new-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const create = (...words: readonly string[]) => runCommand(['new', ...words], { folder });
  const filesIn = (path: string) =>
    readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it('writes an application into a new folder', async () => {
    const { code, stdout } = await create('shop');
    expect([code, stdout]).toEqual([
      0,
      `Created shop with ${filesIn('shop').length} files. Next:\n\n  cd shop\n  npm install\n  npm start\n`,
    ]);
    const manifest = JSON.parse(readFileSync(join(folder, 'shop/package.json'), 'utf8')) as {
      name: string;
      dependencies: Record<string, string>;
    };
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(manifest.name).toBe('shop');
    expect(manifest.dependencies['resource-api']).toBe(`^${version}`);
  });

  it('takes another source of the package, and prints data', async () => {
    const { stdout } = await create('shop', '--package', 'file:x.tgz', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ name: 'shop', folder: join(folder, 'shop') });
    expect(readFileSync(join(folder, 'shop/package.json'), 'utf8')).toContain(
      '"resource-api": "file:x.tgz"',
    );
  });

  it('writes files that Prettier has nothing to change in', async () => {
    await create('shop');
    const prettier = resolve('node_modules/prettier/bin/prettier.cjs');
    execFileSync(process.execPath, [prettier, '--check', '.'], {
      cwd: join(folder, 'shop'),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  });

  it('writes into an empty folder, and never into one with files', async () => {
    mkdirSync(join(folder, 'shop'));
    expect(await create('shop')).toMatchObject({ code: 0 });
    const before = filesIn('shop');
    expect(await create('shop')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The folder shop is not empty. Choose a new or an empty folder.\n',
    });
    expect(filesIn('shop')).toEqual(before);
    writeFileSync(join(folder, 'file'), '');
    expect((await create('file')).stderr).toBe('file is not a folder.\n');
  });

  it.each(['My Shop', '-x', 'node_modules', 'é'])('rejects the name %j', async (name) => {
    const { code, stderr } = await create('--', name);
    expect(code).toBe(2);
    expect(stderr).toContain(`"${name}" is not allowed as the name of a package.`);
    expect(existsSync(join(folder, name))).toBe(false);
  });
});
