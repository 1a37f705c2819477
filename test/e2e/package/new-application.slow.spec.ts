import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PackedApplication } from './packed-application.js';

const MINUTES = 60_000;

/** ESLint as Nest set it up for new applications. */
const eslintConfig = (root: string) => `
import js from '${resolve('node_modules/@eslint/js/src/index.js')}';
import tseslint from '${resolve('node_modules/typescript-eslint/dist/index.js')}';

export default tseslint.config(js.configs.recommended, ...tseslint.configs.recommendedTypeChecked, {
  languageOptions: {
    parserOptions: { projectService: true, tsconfigRootDir: '${root}' },
  },
});
`;

const makes = [
  ['resource', 'book'],
  ['policy', 'book'],
  ['action', 'book/publish-book'],
  ['filter', 'book/recent'],
  ['rule', 'isbn'],
  ['migration', 'book/add-isbn'],
  ['migration', 'book/fill-isbn'],
  ['tool', 'count-words'],
];

describe('resource-api new, from the packed tarball (issue 20, 1 and 2)', () => {
  let application: PackedApplication;
  let root: string;

  const run = (command: string, ...words: readonly string[]) => application.run(command, words);
  const cli = (...words: readonly string[]) => run('node_modules/.bin/resource-api', ...words);
  const nest = (...words: readonly string[]) =>
    run(process.execPath, resolve('node_modules/@nestjs/cli/bin/nest.js'), 'g', ...words);

  beforeAll(async () => {
    application = await PackedApplication.create('book-shop');
    root = application.root;
  }, 15 * MINUTES);
  afterAll(() => application?.dispose(), 5 * MINUTES);

  /** Compiles strictly, formats, lints and tests the application. */
  async function verify(): Promise<void> {
    await run('npm', 'run', '--silent', 'typecheck');
    await run('node_modules/.bin/prettier', '--check', '.');
    writeFileSync(join(root, 'eslint.config.mjs'), eslintConfig(root));
    await run(process.execPath, resolve('node_modules/eslint/bin/eslint.js'), 'src');
    rmSync(join(root, 'eslint.config.mjs'));
    expect(await run('npm', 'test')).toMatch(/Tests +\d+ passed/);
  }

  it('makes an application that compiles, and whose tests pass', () => verify(), 5 * MINUTES);

  it(
    'starts, and responds to an account',
    async () => {
      const address = await application.start();
      const create = ['user', 'create', '--email', 'ann@example.com', '--password', 'a long one'];
      expect(await cli(...create)).toBe('1');
      const token = await cli('token', 'create', '--email', 'ann@example.com');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ text: 'My first note' });
      const stored = await fetch(`${address}/api/notes`, { method: 'POST', headers, body });
      expect(stored.status).toBe(201);
      expect(await (await fetch(`${address}/api/notes`, { headers })).json()).toMatchObject({
        data: [{ attributes: { text: 'My first note', user_id: 1 } }],
      });
      expect((await fetch(`${address}/docs`)).status).toBe(200);
    },
    3 * MINUTES,
  );

  it(
    'does not write into a folder with files',
    async () => {
      await expect(cli('new', '../book-shop')).rejects.toThrow(
        'The folder ../book-shop is not empty. Choose a new or an empty folder.',
      );
    },
    MINUTES,
  );

  it(
    'is extended by make, and again without a change',
    async () => {
      for (const words of makes)
        expect(await cli('make', ...words)).toMatch(/^(?:created|updated|unchanged) {2}/);
      await verify();
      const before = await run(
        'git',
        'hash-object',
        'src/deployment.ts',
        'src/books/book.resource.ts',
      );
      for (const words of makes)
        expect(JSON.parse(await cli('make', ...words, '--json'))).toMatchObject({
          created: [],
          updated: [],
          notes: [],
        });
      expect(
        await run('git', 'hash-object', 'src/deployment.ts', 'src/books/book.resource.ts'),
      ).toBe(before);
    },
    5 * MINUTES,
  );

  it(
    'serves what make has made',
    async () => {
      await run('npm', 'run', '--silent', 'build');
      const { faults, resources } = JSON.parse(await cli('check', '--json')) as {
        faults: unknown[];
        resources: { key: string; actions: { uriKey: string }[] }[];
      };
      expect(faults).toEqual([]);
      const books = resources.find(({ key }) => key === 'books');
      expect(books?.actions.map(({ uriKey }) => uriKey)).toEqual(['publish-book']);
      expect(await cli('migrate', 'run')).toContain('AddIsbn');
      expect(await cli('migrate', 'generate', 'src/books/more')).toContain(
        'The database has all tables and columns of the entities.',
      );
    },
    3 * MINUTES,
  );

  it(
    'is extended by the command line of Nest',
    async () => {
      expect(await nest('-c', 'resource-api', 'resource', 'cat')).toContain(
        'src/cats/cat.resource.ts',
      );
      expect(readFileSync(join(root, 'src/deployment.ts'), 'utf8')).toContain('CatModule]');
      expect(existsSync(join(root, 'src/cats/cat.spec.ts'))).toBe(true);
      expect(await nest('-c', 'resource-api', 'resource', 'cat')).toContain('Nothing to be done.');
      expect(await nest('-c', 'resource-api', 'action', 'cat/feed-cat')).toContain(
        'src/cats/feed-cat.action.ts',
      );
      await run('npm', 'run', '--silent', 'typecheck');
    },
    3 * MINUTES,
  );
});
