import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const source = join(import.meta.dirname, '../../../src');
const demo = join(import.meta.dirname, '../../../demo');
const explorer = join(import.meta.dirname, '../../../explorer/src');

/**
 * What each layer may import besides itself. The order is the rule: a layer imports only layers
 * above it, so that there are no cycles. `.` are the files at the top of `src`, which assemble the
 * layers.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  types: [],
  client: [],
  map: [],
  errors: [],
  telemetry: [],
  logging: ['errors'],
  schedule: ['telemetry'],
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
    'telemetry',
    'types',
  ],
  serialization: ['authorization', 'execution', 'planning', 'registry', 'request'],
  storage: ['errors', 'execution', 'options', 'rules'],
  validation: ['authorization', 'definition', 'errors', 'registry', 'request', 'rules', 'types'],
  reference: ['authorization', 'errors', 'options', 'registry', 'request', 'rules', 'validation'],
  'client-generator': ['reference'],
  http: ['errors', 'logging', 'options', 'request', 'rules', 'serialization', 'telemetry'],
  'modules/action-log': ['errors', 'execution', 'options', 'registry', 'schedule', 'types'],
  'modules/redis': ['options'],
  'modules/auth': [
    'errors',
    'execution',
    'http',
    'modules/redis',
    'options',
    'request',
    'rules',
    'schedule',
    'telemetry',
    'types',
  ],
  'modules/secrets': ['execution'],
  'modules/idempotency': ['errors', 'execution', 'http', 'modules/redis', 'registry', 'schedule'],
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
    'telemetry',
    'types',
    'validation',
  ],
  'modules/database': ['execution', 'migrations', 'options', 'registry', 'types'],
  'modules/health': [
    'errors',
    'execution',
    'http',
    'modules/auth',
    'modules/redis',
    'options',
    'registry',
    'storage',
  ],
  'modules/view-as': [
    'authorization',
    'errors',
    'execution',
    'http',
    'modules/action-log',
    'modules/auth',
    'options',
    'reference',
    'registry',
    'request',
    'types',
  ],
  'modules/explain': ['execution', 'http', 'options', 'reference'],
  'modules/explorer': ['errors', 'http', 'logging', 'modules/auth', 'options'],
  'modules/metrics': [
    'execution',
    'http',
    'modules/actions',
    'modules/auth',
    'modules/redis',
    'options',
  ],
  'modules/telemetry': [
    'errors',
    'execution',
    'http',
    'logging',
    'modules/actions',
    'schedule',
    'telemetry',
  ],
  'modules/profile': [
    'authorization',
    'errors',
    'http',
    'modules/records',
    'registry',
    'serialization',
    'validation',
  ],
  'modules/rates': ['errors', 'http', 'modules/auth', 'modules/redis', 'options'],
  'modules/reference': [
    'errors',
    'http',
    'map',
    'modules/auth',
    'options',
    'reference',
    'registry',
  ],
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
  'modules/why': [
    'authorization',
    'errors',
    'execution',
    'http',
    'modules/actions',
    'modules/auth',
    'modules/records',
    'modules/relations',
    'modules/view-as',
    'options',
    'registry',
    'request',
    'rules',
    'types',
  ],
  'modules/tools': [
    'authorization',
    'definition',
    'errors',
    'http',
    'logging',
    'modules/actions',
    'modules/auth',
    'modules/idempotency',
    'modules/records',
    'modules/relations',
    'modules/undo',
    'options',
    'registry',
    'request',
    'rules',
    'serialization',
    'telemetry',
    'types',
    'validation',
  ],
  '.': [
    'definition',
    'errors',
    'execution',
    'http',
    'logging',
    'migrations',
    'modules/action-log',
    'modules/actions',
    'modules/auth',
    'modules/database',
    'modules/explain',
    'modules/explorer',
    'modules/health',
    'modules/idempotency',
    'modules/metrics',
    'modules/profile',
    'modules/rates',
    'modules/records',
    'modules/redis',
    'modules/reference',
    'modules/registry',
    'modules/relations',
    'modules/schema',
    'modules/secrets',
    'modules/storage',
    'modules/telemetry',
    'modules/tools',
    'modules/undo',
    'modules/view-as',
    'modules/why',
    'options',
    'registry',
    'rules',
    'serialization',
    'storage',
  ],
  cli: [
    '.',
    'client-generator',
    'errors',
    'execution',
    'logging',
    'migrations',
    'modules/action-log',
    'modules/auth',
    'modules/database',
    'modules/reference',
    'modules/registry',
    'options',
    'registry',
    'schematics',
  ],
  testing: [
    '.',
    'authorization',
    'definition',
    'errors',
    'execution',
    'modules/actions',
    'modules/auth',
    'modules/database',
    'modules/records',
    'modules/relations',
    'options',
    'registry',
    'request',
    'types',
  ],
};

function layerOf(file: string): string {
  const parts = dirname(relative(source, file)).split(sep);
  return parts[0] === 'modules' ? parts.slice(0, 2).join('/') : parts[0]!;
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

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|js)$/.test(file),
  );

const files = sourcesIn(source);
const demoFiles = sourcesIn(demo);
const withoutSuffix = (file: string): string => file.replace(/\.(ts|js)$/, '');

/** An import or export with values; not `import()`, and not one with types only. */
const staticImport = /^(?:import|export)(?! type\b)([^'";]*?)\s(?:from )?'(\.[^']+)'/gm;
const namesTypesOnly = (names: string): boolean => /^\s*\{(\s*type\s[^,}]+,?)+\s*\}/.test(names);

/** Returns the files that Node.js loads before a file. */
function loadedBy(file: string): readonly string[] {
  const content = readFileSync(join(source, file), 'utf8');
  return [...content.matchAll(staticImport)]
    .filter(([, names]) => !namesTypesOnly(names!))
    .map(([, , path]) => withoutSuffix(join(dirname(file), path!)));
}

/** Returns a cycle for each file at which one is found, as a path. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' > '));
    if (start >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

const imports = files.flatMap((file) => importsOf(join(source, file)));

describe('the direction of imports', () => {
  it('is read from all files', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports.some(({ from, to }) => from === 'planning' && to === 'registry')).toBe(true);
  });

  it('leads from each layer only to the layers that it may import (design, section 2)', () => {
    const wrong = imports.filter(({ from, to }) => from !== to && !mayImport[from]?.includes(to));
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([]);
  });

  it('is used: no layer lists one that it does not import', () => {
    const unused = Object.entries(mayImport).flatMap(([layer, others]) =>
      others
        .filter((other) => !imports.some(({ from, to }) => from === layer && to === other))
        .map((other) => `${layer} does not import ${other}`),
    );
    expect(unused).toEqual([]);
  });

  it('leads from no file back to itself when the modules are loaded', () => {
    expect(cyclesOf(new Map(files.map((file) => [withoutSuffix(file), loadedBy(file)])))).toEqual(
      [],
    );
    const cycle = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(cyclesOf(cycle)).toEqual(['b > c > b']);
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

  it('lets the explorer import the client and the map by their names, and nothing else of the package', () => {
    const sources = readdirSync(explorer, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    const outside = sources.flatMap((file) =>
      pathsIn(join(explorer, file))
        .filter((path) => relative(explorer, join(explorer, dirname(file), path)).startsWith('..'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(outside).toEqual([]);
    const named = sources.flatMap((file) => [
      ...readFileSync(join(explorer, file), 'utf8').matchAll(/'(resource-api[^':]*)'/g),
    ]);
    expect(new Set(named.map(([, name]) => name))).toEqual(
      new Set(['resource-api/client', 'resource-api/map']),
    );
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
