import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';

const execute = promisify(execFile);

/** What a strict frontend sets. */
const strict: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  noEmit: true,
  paths: { 'resource-api/client': [resolve('src/client/index.ts')] },
};

describe('The typed client', () => {
  it('compiles in a strict frontend, with the requests of the demo and the code of the guide', () => {
    const folder = mkdtempSync('examples/guide-');
    const guide = readFileSync('docs/guide/typed-client.md', 'utf8');
    const blocks = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, block], at) => {
      const file = join(folder, `block-${at}.ts`);
      writeFileSync(file, moduleOf(block!.replace("'./api.js'", "'../api.js'")));
      return resolve(file);
    });
    const requests = resolve('test/unit/client/types.test-d.ts');
    const faults = ts.getPreEmitDiagnostics(ts.createProgram([requests, ...blocks], strict));
    rmSync(folder, { recursive: true });
    expect(blocks.length).toBeGreaterThan(7);
    expect(ts.formatDiagnostics(faults, formatHost)).toBe('');
  });

  it.each([
    ["api.posts.index({ fields: ['|'] })", ['title', 'status', 'published_at']],
    ["api.posts.index({ sort: '|' })", ['title', '-title', 'user.name']],
    ['api.posts.index({ filter: { | } })', ['status', 'user_id']],
    ["api.posts.index({ filter: { status: '|' } })", ['draft', 'published', 'archived']],
    ['api.users.index({ filters: { | } })', ['"min-posts"']],
    ['api.posts.index({ include: { | } })', ['comments', 'user', 'tags']],
    ["api.posts.index({ include: { comments: { fields: ['|'] } } })", ['comment', 'user_id']],
    ["api.posts.runOn(1, '|')", ['publish-post', 'import-posts']],
    ["api.posts.runOn(1, 'publish-post', { | })", ['note', 'notify', 'publish_at']],
    ["api.users.relation(1, 'roles').attach([1], { | })", ['active', 'policy']],
  ])('completes %s', (text, names) => {
    expect(complete(text)).toEqual(expect.arrayContaining(names));
  });

  it('is smaller than 6 KB in a bundle, and has no dependencies', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-bundle-'));
    const file = join(folder, 'client.js');
    const words = ['src/client/index.ts', '--platform', 'browser', '--minify', '--file', file];
    await execute('node_modules/.bin/rolldown', words);
    const bundle = readFileSync(file);
    rmSync(folder, { recursive: true });
    expect(bundle.toString()).not.toMatch(/\bfrom\s*["']|\brequire\(|\bprocess\./);
    expect(gzipSync(bundle).length).toBeLessThan(6 * 1024);
  });
});

/** What the blocks of the guide use without declaring it. */
const declarations: Readonly<Record<string, string>> = {
  api: 'declare const api: import("../api.js").Api;',
  post: 'declare const post: Awaited<ReturnType<typeof api.posts.show>>;',
  user: 'declare const user: Awaited<ReturnType<typeof api.users.show>>;',
  show: 'declare function show(errors: object): void;',
  report: 'declare function report(message: string, requestId: string | null): void;',
  offerReload: 'declare function offerReload(version: string | null): void;',
  showOffline: 'declare function showOffline(): void;',
  console: 'declare const console: { log(...values: unknown[]): void };',
};

/** Returns a block of the guide as a module. */
const moduleOf = (block: string): string => {
  const missing = Object.entries(declarations).filter(
    ([name]) => !new RegExp(`(?:const|\\[) ?${name}\\b`).test(block),
  );
  return [...missing.map(([, text]) => text), block, 'export {};'].join('\n');
};

const probe = resolve('test/unit/client/probe.ts');
const head = `import { createApi } from '../../../examples/api.js';\nconst api = createApi();\n`;
let probed = '';
let version = 0;
const host = ts.createCompilerHost(strict);
const service = ts.createLanguageService({
  fileExists: (file) => host.fileExists(file),
  readFile: (file) => host.readFile(file),
  getCurrentDirectory: () => host.getCurrentDirectory(),
  getDefaultLibFileName: (options) => host.getDefaultLibFileName(options),
  getCompilationSettings: () => strict,
  getScriptFileNames: () => [probe],
  getScriptVersion: (file) => (file === probe ? String(version) : '0'),
  getScriptSnapshot: (file) => {
    const text = file === probe ? probed : ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
});

/** Returns what an editor suggests at the bar. */
function complete(text: string): readonly string[] {
  version += 1;
  probed = head + text.replace('|', '');
  const found = service.getCompletionsAtPosition(probe, head.length + text.indexOf('|'), {});
  return (found?.entries ?? []).map(({ name }) => name);
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCurrentDirectory: () => process.cwd(),
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};
