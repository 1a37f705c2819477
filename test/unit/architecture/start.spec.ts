import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const drivers = ['better-sqlite3', 'pg', 'mysql2'];
const source = resolve('src');
const demo = resolve('demo');

/** An import that loads code: types load nothing, and `import(...)` loads later. */
const loading = /^(?:import|export) (?!type )(?:[^'();]*? from )?'([^']+)'/gm;

/** The packages that are loaded before files run, with all their imports. */
function packagesOf(...entries: readonly string[]): ReadonlySet<string> {
  const packages = new Set<string>();
  const files = new Set(entries);
  for (const file of files)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(loading)) {
      if (path!.startsWith('.')) files.add(join(dirname(file), path!.replace(/\.js$/, '.ts')));
      else packages.add(path!);
    }
  return packages;
}

describe('the handler of signals while a start loads the rest', () => {
  it('loads no package', () => {
    expect([...packagesOf(join(demo, 'main.ts'), join(source, 'tooling/cli/index.ts'))]).toEqual([
      'resource-api/cli',
    ]);
  });
});

describe('a start', () => {
  const packages = packagesOf(join(demo, 'start.ts'), join(source, 'index.ts'));

  it('loads the framework', () => {
    for (const name of ['@nestjs/core', '@nestjs/platform-fastify', 'typeorm'])
      expect(packages).toContain(name);
  });

  it.each([
    ...drivers,
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/node',
    'jose',
    '@nestjs/swagger',
  ])('does not load %s, which only some applications need', (name) => {
    expect(packages).not.toContain(name);
  });
});
