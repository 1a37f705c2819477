import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { OpenApiDocument } from '../../../src/addons/reference/openapi/document/open-api.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { installPackages } from '../../support/install-packages.js';
import { listCalls, type ListCall } from './list-calls.js';

const execute = promisify(execFile);
const packages = resolve('test/generators');
const MINUTES = 60_000;

/** A generator, and how its client is called. */
interface Generator {
  readonly name: string;
  readonly words: readonly string[];
  /** Files that it reads, besides the document. */
  readonly files: Readonly<Record<string, string>>;
  /** Options that also its own code compiles with. */
  readonly options: ts.CompilerOptions;
  readonly head: string;
  readonly call: (list: ListCall) => string;
}

const generators: readonly Generator[] = [
  {
    name: 'Hey API',
    words: [
      ...['openapi-ts', '--silent', '--no-log-file', '-i', 'openapi.json', '-o', 'hey'],
      ...['-p', '@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    ],
    files: {},
    options: {},
    head: `import * as sdk from './hey/sdk.gen.js';
import { client } from './hey/client.gen.js';
client.setConfig({ baseUrl, auth: token });`,
    call: ({ id, query, key }) =>
      `sdk.${id}({ ${key === null ? '' : `path: { id: '${key}' }, `}query: ${JSON.stringify(query)} })
        .then(({ response, data, error }) => [response?.status, data?.meta.per_page ?? error])`,
  },
  {
    name: 'Orval',
    words: ['orval', '--config', 'orval.config.mjs'],
    files: {
      'orval.config.mjs': `export default {
  api: {
    input: 'openapi.json',
    output: { target: 'orval/api.ts', client: 'fetch', baseUrl: { runtime: 'process.argv[2]' } },
  },
};`,
    },
    options: { exactOptionalPropertyTypes: true },
    head: `import * as api from './orval/api.js';
const options = { headers: { authorization: \`Bearer \${token}\` } };
type Page = { readonly meta: { readonly per_page: number } };
/** A page that can also be exported may have one of several types. */
const perPageIn = (body: object): unknown =>
  'data' in body ? (body.data as Page).meta.per_page : undefined;`,
    call: ({ id, query, key }) =>
      `api.${id}(${key === null ? '' : `'${key}', `}${JSON.stringify(query)}, options)
        .then(({ status, ...body }) => [status, perPageIn(body)])`,
  },
];

const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

describe('The OpenAPI document in other generators', () => {
  let demo: DemoApp;
  let url: string;
  let folder: string;
  let lists: readonly ListCall[];
  beforeAll(async () => {
    await installPackages(packages);
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
    url = await demo.app.getUrl();
    const document = (await demo.app.inject('/docs/openapi.json')).json<OpenApiDocument>();
    const keys = document['x-resources'].map(async ({ key }) => {
      const { body } = await demo.get<{ data: { id: string }[] }>(`/${key}?perPage=1`);
      return [key, body.data[0]!.id] as const;
    });
    lists = listCalls(document, new Map(await Promise.all(keys)));
    mkdirSync('var', { recursive: true });
    folder = resolve(mkdtempSync('var/generators-'));
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'));
  }, 5 * MINUTES);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await demo.close();
  });

  it.each(generators)(
    '$name: compiles strictly, and calls every list with relations and filters',
    async ({ name, words: [command, ...words], files, options, head, call }) => {
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
      await execute(join(packages, 'node_modules/.bin', command!), words, { cwd: folder });
      const file = join(folder, `${command!}-calls.ts`);
      const calls = lists.map((list) => `  ${list.id}: await ${call(list)},\n`);
      writeFileSync(
        file,
        `const [, , baseUrl, token] = process.argv as readonly string[] as [string, string, string, string];
${head}
console.log(JSON.stringify({
${calls.join('')}}));
`,
      );
      writeFileSync(join(folder, 'process.d.ts'), 'declare const process: { argv: string[] };');
      expect([name, faultsOf([file, join(folder, 'process.d.ts')], options)]).toEqual([name, '']);
      const bundle = join(folder, `${command!}.mjs`);
      await execute('node_modules/.bin/rolldown', [file, '--platform', 'node', '--file', bundle]);
      const token = await demo.tokenOf('admin');
      const { stdout } = await execute(process.execPath, [bundle, url, token]);
      expect(lists.length).toBeGreaterThan(20);
      expect(JSON.parse(stdout)).toEqual(Object.fromEntries(lists.map(({ id }) => [id, [200, 2]])));
    },
    5 * MINUTES,
  );

  it('is half as large as it was, and so are the types (659 KB and 2.0 MB)', () => {
    const size = (file: string) => readFileSync(join(folder, file)).length;
    expect(size('openapi.json')).toBeLessThanOrEqual(659_000 / 2);
    expect(size('hey/types.gen.ts')).toBeLessThanOrEqual(1_000_000);
  });
});

function faultsOf(files: readonly string[], options: ts.CompilerOptions): string {
  const program = ts.createProgram(files, { ...strict, ...options });
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}
