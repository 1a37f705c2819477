import { resolve } from 'node:path';
import ts from 'typescript';
import { Page } from '../../../support/pages/page.js';

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
  paths: { 'resource-api/client': [resolve('src/tooling/client/index.ts')] },
};

/** What the blocks of the guide use without declaring it. */
const declarations: Readonly<Record<string, string>> = {
  api: "declare const api: import('./api.js').Api;",
  post: 'declare const post: Awaited<ReturnType<typeof api.posts.show>>;',
  user: 'declare const user: Awaited<ReturnType<typeof api.users.show>>;',
  show: 'declare function show(errors: object): void;',
  report: 'declare function report(message: string, requestId: string | null): void;',
  offerReload: 'declare function offerReload(version: string | null): void;',
  showOffline: 'declare function showOffline(): void;',
  useQuery: `import type * as core from '@tanstack/query-core';
declare function useQuery<T, E>(options: core.QueryObserverOptions<T, E>): core.QueryObserverResult<T, E>;
declare function useInfiniteQuery<T, E, P>(
  options: core.InfiniteQueryObserverOptions<T, E, core.InfiniteData<T, P>, core.QueryKey, P>,
): core.InfiniteQueryObserverResult<core.InfiniteData<T, P>, E>;
declare function useMutation<T, E, V>(
  options: core.MutationObserverOptions<T, E, V>,
): core.MutationObserverResult<T, E, V>;`,
};

/** Returns a block of the guide as a module beside the client of the demo. */
const moduleOf = (block: string): string => {
  const missing = Object.entries(declarations).filter(
    ([name]) => !new RegExp(`(?:const|\\[) ?${name}\\b`).test(block),
  );
  return [...missing.map(([, text]) => text), block, 'export {};'].join('\n');
};

const besideClient = (name: string): string => resolve('demo/client', name);

/** Returns the faults of files; a file of `texts` need not exist. */
function faultsOf(
  paths: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
  options = strict,
): string {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, version) =>
    texts.has(path)
      ? ts.createSourceFile(path, texts.get(path)!, version)
      : getSourceFile(path, version);
  const program = ts.createProgram([...paths, ...texts.keys()], options, host);
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}

describe('The types of the client', () => {
  it('compile in a strict frontend, with the requests of the demo', () => {
    const names = ['types', 'queries'];
    const files = names.map((name) => resolve(`test/unit/tooling/client/${name}.test-d.ts`));
    expect(faultsOf(files)).toBe('');
  });

  it('are written without imports that are not used', () => {
    const options = { ...strict, noUnusedLocals: true };
    expect(faultsOf([besideClient('api.ts')], undefined, options)).toBe('');
  });

  it('compile in the code of the guide', () => {
    const blocks = Page.guide('typed-client').code('ts');
    const files = blocks.map((block, at) => [besideClient(`block-${at}.ts`), moduleOf(block)]);
    expect(blocks.length).toBeGreaterThan(7);
    expect(faultsOf([], new Map(files as [string, string][]))).toBe('');
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
    ["createQueries(api).posts.index({ fields: ['|'] })", ['title', 'status']],
  ])('complete %s', (text, names) => {
    expect(complete(text)).toEqual(expect.arrayContaining(names));
  });
});

const probe = besideClient('probe.ts');
const head = `import { createApi, createQueries } from './api.js';\nconst api = createApi();\n`;
let probed = '';
let version = 0;
const service = ts.createLanguageService({
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
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
