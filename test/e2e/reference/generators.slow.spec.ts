import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import type { OpenApiDocument } from '../../../src/reference/open-api.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { installPackages } from '../../support/install-packages.js';
import { listsOf, type ListCall } from './list-calls.js';

const execute = promisify(execFile);
const packages = resolve('test/generators');
const MINUTES = 60_000;

/** A generator, and how its client is called. */
interface Generator {
  readonly name: string;
  readonly words: readonly string[];
  /** Its own code need not compile with every option. */
  readonly options: ts.CompilerOptions;
  readonly imports: string;
  readonly call: (list: ListCall) => string;
}

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    words: ['openapi-typescript', 'openapi.json', '-o', 'openapi.ts'],
    options: { exactOptionalPropertyTypes: true },
    imports: `import createClient from 'openapi-fetch';
import type { paths } from './openapi.js';
const [, , baseUrl, token] = process.argv;
const client = createClient<paths>({ baseUrl: baseUrl!, headers: { authorization: \`Bearer \${token}\` } });`,
    call: ({ path, query, parameters }) =>
      `client.GET('${path}', { params: { ${parameters ? `path: ${JSON.stringify(parameters)}, ` : ''}query: ${JSON.stringify(query)} } })`,
  },
  {
    name: 'openapi-ts',
    words: [
      ...['openapi-ts', '--silent', '--no-log-file', '-i', 'openapi.json', '-o', 'generated'],
      ...['-p', '@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    ],
    options: {},
    imports: `import * as sdk from './generated/sdk.gen';
import { client } from './generated/client.gen';
const [, , baseUrl, token] = process.argv;
client.setConfig({ baseUrl: baseUrl!, auth: token! });`,
    call: ({ id, query, parameters }) =>
      `sdk.${id}({ ${parameters ? `path: ${JSON.stringify(parameters)}, ` : ''}query: ${JSON.stringify(query)} })`,
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
    const document = (await (await fetch(`${url}/docs/openapi.json`)).json()) as OpenApiDocument;
    const keys = document['x-resources'].map(async ({ key }) => {
      const { body } = await demo.get<{ data: { id: string }[] }>(`/${key}?perPage=1`);
      return [key, body.data[0]!.id] as const;
    });
    lists = listsOf(document, new Map(await Promise.all(keys)));
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
    async ({ name, words: [command, ...words], options, imports, call }) => {
      await execute(join(packages, 'node_modules/.bin', command!), words, { cwd: folder });
      const file = join(folder, `${name}.ts`);
      const calls = lists.map((list) => `  ${JSON.stringify(list.id)}: await ${call(list)},\n`);
      writeFileSync(
        file,
        `declare const process: { readonly argv: readonly string[] };
${imports}
const responses = {
${calls.join('')}};
console.log(JSON.stringify(Object.entries(responses).map(([id, { response, error }]) => [id, response?.status, error])));
`,
      );
      expect(faultsOf(file, options)).toBe('');
      const bundle = join(folder, `${name}.mjs`);
      await execute('node_modules/.bin/rolldown', [file, '--platform', 'node', '--file', bundle]);
      const token = await demo.tokenOf('admin');
      const { stdout } = await execute(process.execPath, [bundle, url, token]);
      expect(lists.length).toBeGreaterThan(20);
      expect(JSON.parse(stdout)).toEqual(lists.map(({ id }) => [id, 200, null]));
    },
    5 * MINUTES,
  );
});

function faultsOf(file: string, options: ts.CompilerOptions): string {
  const program = ts.createProgram([file], { ...strict, ...options });
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}
