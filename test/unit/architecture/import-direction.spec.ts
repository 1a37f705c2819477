import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const source = resolve('src');
const demo = resolve('demo');

/**
 * What each layer may import besides itself. The order is the rule: a layer imports only layers
 * above it, so that there are no cycles; all may import `base`. The files at the top of `src` assemble the
 * layers and may import all of them.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  types: [],
  errors: [],
  logging: ['errors'],
  schedule: [],
  rules: ['errors', 'types'],
  definition: ['rules', 'types'],
  options: ['definition', 'errors'],
  registry: ['definition', 'errors', 'rules', 'types'],
  schematics: ['registry'],
  request: ['errors', 'options', 'registry'],
  authorization: ['definition', 'errors', 'registry', 'request', 'types'],
  planning: ['authorization', 'registry'],
  execution: [
    'authorization',
    'definition',
    'errors',
    'options',
    'planning',
    'registry',
    'rules',
    'types',
  ],
  serialization: ['authorization', 'execution', 'planning', 'registry'],
  storage: ['errors', 'execution', 'options', 'rules'],
  validation: ['authorization', 'definition', 'errors', 'registry', 'request', 'rules', 'types'],
  reference: ['authorization', 'errors', 'options', 'registry', 'request', 'rules', 'validation'],
  http: ['errors', 'logging', 'options', 'rules', 'serialization'],
  'modules/action-log': [
    'errors',
    'execution',
    'options',
    'registry',
    'schedule',
    'storage',
    'types',
  ],
  'modules/auth': [
    'errors',
    'execution',
    'http',
    'options',
    'request',
    'rules',
    'schedule',
    'types',
  ],
  'modules/secrets': ['execution'],
  'modules/idempotency': ['errors', 'execution', 'http', 'registry', 'schedule'],
  migrations: [
    'execution',
    'modules/action-log',
    'modules/auth',
    'modules/idempotency',
    'modules/secrets',
  ],
  'modules/records': [
    'authorization',
    'definition',
    'errors',
    'execution',
    'http',
    'modules/action-log',
    'modules/idempotency',
    'modules/secrets',
    'options',
    'planning',
    'registry',
    'request',
    'rules',
    'schedule',
    'serialization',
    'storage',
    'types',
    'validation',
  ],
  'modules/actions': [
    'authorization',
    'definition',
    'errors',
    'execution',
    'http',
    'modules/action-log',
    'modules/records',
    'options',
    'planning',
    'registry',
    'request',
    'rules',
    'serialization',
    'types',
    'validation',
  ],
  'modules/database': ['execution', 'migrations', 'options', 'registry', 'types'],
  'modules/health': [
    'errors',
    'execution',
    'http',
    'modules/auth',
    'options',
    'registry',
    'storage',
  ],
  'modules/metrics': ['errors', 'execution', 'http', 'modules/actions', 'modules/auth', 'options'],
  'modules/profile': [
    'authorization',
    'errors',
    'http',
    'modules/records',
    'registry',
    'serialization',
    'validation',
  ],
  'modules/rates': ['errors', 'http', 'modules/auth', 'options'],
  'modules/reference': ['errors', 'http', 'modules/auth', 'options', 'reference', 'registry'],
  'modules/registry': [
    'authorization',
    'definition',
    'execution',
    'http',
    'modules/auth',
    'options',
    'registry',
    'rules',
    'types',
  ],
  'modules/relations': [
    'authorization',
    'errors',
    'execution',
    'http',
    'modules/action-log',
    'modules/records',
    'options',
    'registry',
    'request',
    'rules',
    'serialization',
    'types',
    'validation',
  ],
  'modules/schema': [
    'authorization',
    'errors',
    'http',
    'modules/actions',
    'modules/records',
    'options',
    'reference',
    'registry',
    'request',
    'rules',
    'types',
  ],
  'modules/storage': [
    'errors',
    'execution',
    'http',
    'modules/action-log',
    'modules/auth',
    'options',
    'registry',
    'schedule',
    'storage',
  ],
  'modules/tools': [
    'authorization',
    'definition',
    'errors',
    'http',
    'logging',
    'modules/actions',
    'modules/auth',
    'modules/records',
    'modules/relations',
    'options',
    'registry',
    'request',
    'rules',
    'serialization',
    'types',
    'validation',
  ],
  'modules/undo': [
    'authorization',
    'errors',
    'execution',
    'http',
    'modules/action-log',
    'modules/actions',
    'modules/records',
    'modules/relations',
    'options',
    'registry',
    'request',
    'types',
    'validation',
  ],
};

/**
 * Files at the top of `src`, the command line and the test tools assemble the layers, and may
 * import all of them.
 */
const isEntryPoint = (layer: string): boolean => ['', 'cli', 'testing'].includes(layer);

function layerOf(file: string): string {
  const parts = dirname(relative(source, file)).split(sep);
  return parts[0] === 'modules' ? parts.slice(0, 2).join('/') : parts[0] === '.' ? '' : parts[0]!;
}

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

/** The relative imports of a file. */
function pathsIn(file: string): readonly string[] {
  const content = readFileSync(file, 'utf8');
  return [...content.matchAll(/(?:from|import)[\s(]+'(\.{1,2}\/[^']+)'/g)].map(([, path]) => path!);
}

function importsOf(file: string): readonly Import[] {
  return pathsIn(file).map((path) => ({
    file: relative(source, file),
    from: layerOf(file),
    to: layerOf(join(dirname(file), path)),
    path,
  }));
}

const typeScriptIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const files = typeScriptIn(source);
const demoFiles = typeScriptIn(demo);
const imports = files.flatMap((file) => importsOf(join(source, file)));

describe('the direction of imports', () => {
  it('is read from all files', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports.some(({ from, to }) => from === 'planning' && to === 'registry')).toBe(true);
  });

  it('leads from each layer only to the layers that it may import (design, section 2)', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        !isEntryPoint(from) && ![from, 'base', ...(mayImport[from] ?? [])].includes(to),
    );
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([]);
  });

  it('lets the demo import the package by its name only', () => {
    const inner = demoFiles.flatMap((file) =>
      pathsIn(join(demo, file))
        .filter((path) => relative(demo, join(dirname(join(demo, file)), path)).startsWith('..'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(inner).toEqual([]);
    const named = demoFiles.filter((file) =>
      readFileSync(join(demo, file), 'utf8').includes("from 'resource-api'"),
    );
    expect(named.length).toBeGreaterThan(50);
  });

  it('has no cycles: each layer imports only layers that are listed above it', () => {
    const layers = Object.keys(mayImport);
    const backward = layers.flatMap((layer, at) =>
      mayImport[layer]!.filter((other) => layers.indexOf(other) >= at || !layers.includes(other)),
    );
    expect(backward).toEqual([]);
  });

  it('prevents entities from importing resources, which would be read before they exist', () => {
    const entities = demoFiles.filter((file) => file.endsWith('.entity.ts'));
    expect(entities.length).toBeGreaterThan(5);
    const wrong = entities.filter((file) =>
      pathsIn(join(demo, file)).some((path) => path.includes('.resource')),
    );
    expect(wrong).toEqual([]);
  });

  it('prevents policies and actions from importing resources as values', () => {
    const guards = demoFiles.filter((file) => /\.(policy|action)\.ts$/.test(file));
    expect(guards.length).toBeGreaterThan(5);
    const wrong = guards.filter((file) =>
      /^import (?!type)[^;]*\.resource\.js'/m.test(readFileSync(join(demo, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});
