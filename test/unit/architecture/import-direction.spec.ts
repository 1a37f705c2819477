import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const source = join(__dirname, '../../../src');

/** What each room may import, besides itself. A room that is not listed may be imported by the entry points alone. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  logging: ['errors'],
  schedule: [],
  definition: ['rules'],
  rules: ['definition', 'errors'],
  options: ['definition', 'errors'],
  registry: ['definition', 'rules', 'errors'],
  request: ['errors', 'options', 'registry'],
  authorization: ['definition', 'errors', 'registry', 'request'],
  planning: ['authorization', 'registry'],
  execution: ['authorization', 'definition', 'errors', 'options', 'planning', 'registry'],
  serialization: ['authorization', 'execution', 'planning', 'registry'],
  storage: ['errors', 'execution', 'options', 'rules'],
  validation: ['authorization', 'definition', 'errors', 'registry', 'request', 'rules'],
  operations: [
    'authorization',
    'definition',
    'errors',
    'execution',
    'options',
    'planning',
    'registry',
    'request',
    'rules',
    'serialization',
    'storage',
    'validation',
  ],
  reference: ['authorization', 'errors', 'options', 'registry', 'request', 'rules', 'validation'],
  http: ['errors', 'logging', 'options', 'rules'],
  migrations: ['execution', 'modules/auth', 'modules/action-log'],
  'modules/action-log': ['definition', 'execution', 'operations', 'options', 'registry', 'schedule', 'serialization'],
  'modules/actions': ['http', 'modules/records', 'operations'],
  'modules/auth': ['errors', 'execution', 'http', 'options', 'request', 'rules'],
  'modules/database': ['execution', 'migrations', 'options'],
  'modules/health': ['errors', 'execution', 'http', 'modules/auth', 'options', 'storage'],
  'modules/metrics': ['errors', 'execution', 'http', 'modules/auth', 'operations', 'options'],
  'modules/rates': ['errors', 'http', 'modules/auth', 'options'],
  'modules/registry': [
    'authorization',
    'definition',
    'execution',
    'http',
    'modules/auth',
    'options',
    'registry',
    'rules',
  ],
  'modules/profile': ['authorization', 'errors', 'http', 'modules/records', 'operations', 'registry', 'validation'],
  'modules/records': [
    'authorization',
    'errors',
    'http',
    'operations',
    'options',
    'registry',
    'request',
    'storage',
    'validation',
  ],
  'modules/reference': ['errors', 'http', 'modules/auth', 'options', 'reference', 'registry'],
  'modules/relations': ['authorization', 'errors', 'http', 'modules/records', 'operations', 'registry', 'request'],
  'modules/storage': ['errors', 'execution', 'http', 'modules/auth', 'options', 'registry', 'schedule', 'storage'],
  'modules/tools': [
    'authorization',
    'definition',
    'errors',
    'http',
    'logging',
    'modules/auth',
    'operations',
    'options',
    'registry',
    'rules',
    'validation',
  ],
};

/** Files at the top of `src` assemble the rooms, and may import all of them. */
const isEntryPoint = (room: string): boolean => room === '';

function roomOf(file: string): string {
  const parts = dirname(relative(source, file)).split(sep);
  return parts[0] === 'modules' ? parts.slice(0, 2).join('/') : parts[0] === '.' ? '' : parts[0]!;
}

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, 'utf8');
  const paths = [...text.matchAll(/(?:from|import)[\s(]+'(\.{1,2}\/[^']+)'/g)].map(([, path]) => path!);
  return paths.map((path) => ({
    file: relative(source, file),
    from: roomOf(file),
    to: roomOf(join(dirname(file), path)),
    path,
  }));
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const imports = files.flatMap((file) => importsOf(join(source, file)));

describe('the direction of imports', () => {
  it('is read from all files', () => {
    expect(imports.length).toBeGreaterThan(200);
    expect(imports.some(({ from, to }) => from === 'planning' && to === 'registry')).toBe(true);
  });

  it('leads from each room only to those it may know (design, the way of a request)', () => {
    const wrong = imports.filter(
      ({ from, to, path }) =>
        !isEntryPoint(from) && from !== 'resources' && from !== to && !mayImport[from]?.includes(to) && !isShared(path),
    );
    expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([]);
  });

  it('lets the resource modules of the demo import the public entry point alone', () => {
    const inner = imports.filter(
      ({ from, to, path }) => from === 'resources' && to !== 'resources' && !path.endsWith('/index.js'),
    );
    expect(inner.map(({ file, path }) => `${file} imports ${path}`)).toEqual([]);
  });

  it('keeps entities from importing resources, which would be read before they exist', () => {
    const wrong = imports.filter(({ file, path }) => file.endsWith('.entity.ts') && path.includes('.resource'));
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it('keeps policies and actions from importing resources as values', () => {
    const guards = files.filter((file) => /\.(policy|action)\.ts$/.test(file));
    const wrong = guards.filter((file) =>
      /^import (?!type)[^;]*\.resource\.js'/m.test(readFileSync(join(source, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});

/** The decorator by which modules register resources stands at the top, beside the entry point. */
const isShared = (path: string): boolean => path.endsWith('/resource-module.decorator.js');
