import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { isIn, layerOf, layers, partOf, unknownPackages } from './layers.js';

const source = resolve('src');
const demo = resolve('demo');

/** An import of a file by another, as paths in `src`. */
interface Import {
  readonly from: string;
  readonly to: string;
}

/** What a file imports, as written. */
function namesIn(file: string): readonly string[] {
  const content = readFileSync(file, 'utf8');
  return [...content.matchAll(/(?:from|import)[\s(]+'([^'$]+)'/g)].map(([, name]) => name!);
}

/** The relative imports of a file. */
const pathsIn = (file: string): readonly string[] =>
  namesIn(file).filter((name) => name.startsWith('.'));

const typeScriptIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

const files = typeScriptIn(source);
const demoFiles = typeScriptIn(demo);
/** Without the files that `schematics` writes as text. */
const imports: readonly Import[] = files.flatMap((from) =>
  pathsIn(join(source, from))
    .map((path) => join(dirname(from), path).replace(/\.js$/, '.ts'))
    .filter((to) => files.includes(to))
    .map((to) => ({ from, to })),
);

/** The folders that import each other, as one circle; empty without one. */
function circleOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const done = new Set<string>();
  const follow = (folder: string, path: readonly string[]): readonly string[] => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return [];
    for (const next of arrows.get(folder) ?? []) {
      const circle = follow(next, [...path, folder]);
      if (circle.length > 0) return circle;
    }
    done.add(folder);
    return [];
  };
  return [...arrows.keys()].map((folder) => follow(folder, [])).find((c) => c.length > 0) ?? [];
}

describe('the direction of imports', () => {
  it('is read from all files, and each folder is in a layer', () => {
    expect(imports.length).toBeGreaterThan(4_000);
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual(['index.ts']);
    const empty = layers
      .flatMap(({ folders }) => folders)
      .filter((folder) => !files.some((file) => isIn(file, folder)));
    expect(empty).toEqual([]);
  });

  it('leads from each folder only to layers below it (design, section 3)', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from !== 'index.ts' && partOf(from) !== partOf(to) && !(layerOf(to)! < layerOf(from)!),
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('has no circles, not even of folders inside a folder', () => {
    const arrows = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const folder = dirname(from);
      if (folder !== '.' && folder !== dirname(to))
        arrows.set(folder, (arrows.get(folder) ?? new Set()).add(dirname(to)));
    }
    expect(arrows.size).toBeGreaterThan(80);
    expect(circleOf(arrows)).toEqual([]);
  });

  it.each(Object.entries(unknownPackages))('does not lead to %s from %j', (name, folders) => {
    const wrong = files.filter(
      (file) =>
        folders.some((folder) => isIn(file, folder)) &&
        namesIn(join(source, file)).some((each) => each === name || each.startsWith(`${name}/`)),
    );
    expect(wrong).toEqual([]);
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
