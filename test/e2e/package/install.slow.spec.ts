import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { packPackage } from './pack-package.js';

const execute = promisify(execFile);
const MINUTES = 60_000;

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  types: ['node'],
  rootDir: 'src',
  outDir: 'dist',
};

/** Not a file of the repository, where the demo registers its own users. */
const register = `import type { Account } from './notes.js';
declare module 'resource-api' {
  interface Register {
    user: Account;
  }
}
`;

const tryClient = `import { createApi } from './api.js';
const [, , url, token] = process.argv;
const api = createApi({ url, token });
const { id } = await api.notes.store({ text: 'typed', account_id: 1 });
const { data } = await api.notes.index({ fields: ['text'], filter: { id } });
console.log(data[0]?.attributes.text);
`;

describe('the package, installed in an application outside the repository (issue 18, 5)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-installed-'));
  const application = join(folder, 'application');
  const installed = join(application, 'node_modules/resource-api');
  const children: ChildProcess[] = [];
  let tarball: string;
  let manifest: Manifest;

  beforeAll(async () => {
    tarball = await packPackage(folder);
    mkdirSync(installed, { recursive: true });
    await execute('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
    manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
    install();
    await execute(join(application, 'node_modules/.bin/tsc'), [], { cwd: application }).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(`The application does not compile:\n${stdout}`);
      },
    );
  }, 10 * MINUTES);

  afterAll(async () => {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  });

  /**
   * Replaces npm without a network: the application gets the declared packages, and nothing else.
   */
  function install(): void {
    const { dependencies, peerDependencies, peerDependenciesMeta: meta } = manifest;
    const required = Object.keys(peerDependencies).filter((name) => !meta[name]?.optional);
    const own = ['better-sqlite3', 'typescript', '@types/node'];
    for (const name of [...Object.keys(dependencies), ...required, ...own]) {
      const link = join(application, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(resolve('node_modules', name), link);
    }
    const commands = join(application, 'node_modules/.bin');
    mkdirSync(commands);
    symlinkSync(resolve('node_modules/typescript/bin/tsc'), join(commands, 'tsc'));
    for (const [name, path] of Object.entries(manifest.bin)) {
      chmodSync(join(installed, path), 0o755);
      symlinkSync(join(installed, path), join(commands, name));
    }
    cpSync('test/e2e/package/application', join(application, 'src'), { recursive: true });
    writeFileSync(join(application, 'src/register.ts'), register);
    const describe = { name: 'application', private: true, type: 'module' };
    writeFileSync(join(application, 'package.json'), JSON.stringify(describe));
    writeFileSync(join(application, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  }

  const environment = (name: string) => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: `sqlite:${join(application, `${name}.sqlite`)}`,
    STORAGE_PATH: join(application, 'storage', name),
    LOG_LEVEL: 'warn',
  });

  const run = async (command: string, ...words: readonly string[]): Promise<string> => {
    const env = environment('shared');
    return (await execute(command, words, { cwd: application, env })).stdout.trim();
  };

  /** Starts a file of the application, which prints its address. */
  async function start(file: string): Promise<string> {
    const child = spawn(process.execPath, [join('dist', file)], {
      cwd: application,
      env: environment('shared'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    for await (const line of createInterface(child.stdout)) return line;
    throw new Error(`${file} ended before it listened.`);
  }

  const get = async (url: string, token?: string) => {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    const response = await fetch(url, headers && { headers });
    return { status: response.status, body: await response.text() };
  };

  it('is small, and contains the compiled code, its types, the explorer and the documentation', async () => {
    const { stdout } = await execute('tar', ['-tzf', tarball]);
    const files = stdout.trim().split('\n');
    const allowed =
      /^package\/(?:dist\/src\/(?:.+\.(?:js|d\.ts)|tooling\/schematics\/\w+\.json)|dist\/explorer\/.+|docs\/(?:guide|reference)\/[\w-]+\.md)$/;
    const others = files.filter((file) => !allowed.test(file));
    expect(others.sort()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
    ]);
    expect(files).toContain('package/docs/guide/existing-database.md');
    expect(statSync(tarball).size).toBeLessThan(1.75 * 1024 * 1024);
  });

  it(
    'checks definitions and creates accounts by its command',
    async () => {
      expect(await run('npx', '--no', 'resource-api', 'check')).toContain('NoteResource');
      const create = [
        'user',
        'create',
        '--email',
        'ann@example.com',
        '--password',
        'correct horse',
      ];
      expect(await run('npx', '--no', 'resource-api', ...create)).toBe('1');
    },
    2 * MINUTES,
  );

  it.each(['main.js', 'nest-main.js'])(
    'responds over HTTP from %s',
    async (file) => {
      const token = await run(
        'npx',
        '--no',
        'resource-api',
        'token',
        'create',
        '--email',
        'ann@example.com',
      );
      const url = await start(file);
      expect(await get(`${url}/api/notes`)).toMatchObject({ status: 401 });
      const found = await get(`${url}/api/notes`, token);
      expect(found.status).toBe(200);
      expect(JSON.parse(found.body)).toMatchObject({ data: [], meta: { total: 0 } });
      expect((await get(`${url}/docs/openapi.json`)).status).toBe(200);
      expect((await get(`${url}/explorer`)).body).toContain('src="/explorer/assets/index-');
    },
    2 * MINUTES,
  );

  it.each(['main.js', 'nest-main.js'])(
    'writes over HTTP from %s',
    async (file) => {
      const token = await run(
        'npx',
        '--no',
        'resource-api',
        'token',
        'create',
        '--email',
        'ann@example.com',
      );
      const url = await start(file);
      const created = await fetch(`${url}/api/notes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: file, account_id: 1 }),
      });
      expect(created.status).toBe(201);
      const { data } = (await created.json()) as { data: { id: string } };
      const shown = await get(`${url}/api/notes/${data.id}`, token);
      expect(JSON.parse(shown.body)).toMatchObject({ data: { attributes: { text: file } } });
    },
    2 * MINUTES,
  );

  it(
    'writes a typed client, which compiles with its types and calls the service',
    async () => {
      const create = ['token', 'create', '--email', 'ann@example.com'];
      const token = await run('npx', '--no', 'resource-api', ...create);
      await run('npx', '--no', 'resource-api', 'client', '--out', 'src/api.ts');
      writeFileSync(join(application, 'src/try-client.ts'), tryClient);
      await run('npx', '--no', 'tsc');
      const url = await start('main.js');
      expect(await run(process.execPath, 'dist/try-client.js', url, token)).toBe('typed');
    },
    2 * MINUTES,
  );

  it(
    'lets a controller of the application respond beside it',
    async () => {
      const url = await start('nest-main.js');
      expect(await get(`${url}/hello`)).toEqual({ status: 200, body: 'hello' });
    },
    2 * MINUTES,
  );

  it(
    'is tested by createTestApplication',
    async () => {
      expect(JSON.parse(await run(process.execPath, 'dist/try-notes.js'))).toMatchObject([
        { attributes: { text: 'of Bea' } },
      ]);
    },
    2 * MINUTES,
  );
});
