import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const drivers = ['better-sqlite3', 'pg', 'mysql2'];
const source = resolve('src');
const demo = resolve('demo');

/** An import that loads code: types load nothing, and `import(...)` loads later. */
const loading = /^(?:import|export) (?!type )(?:[^'();]*? from )?'([^']+)'/gm;

interface Loaded {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

/** The files and packages that are loaded before files run, with all their imports. */
function loadedBy(...entries: readonly string[]): Loaded {
  const packages = new Set<string>();
  const files = new Set(entries);
  for (const file of files)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(loading)) {
      if (path!.startsWith('.')) files.add(join(dirname(file), path!.replace(/\.js$/, '.ts')));
      else packages.add(path!);
    }
  return { files, packages };
}

/** The files of a folder that load a part by `import(...)`. */
const importing = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && /\bimport\('/.test(readFileSync(join(folder, file), 'utf8')),
  );

describe('the handler of signals while a start loads the rest', () => {
  it('loads no package', () => {
    const { packages } = loadedBy(join(demo, 'main.ts'), join(source, 'tooling/cli/index.ts'));
    expect([...packages]).toEqual(['resource-api/cli']);
  });
});

describe('a start', () => {
  const { files, packages } = loadedBy(join(demo, 'start.ts'), join(source, 'index.ts'));

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
    '@nestjs/terminus',
    'file-type/core',
    'bullmq',
    'ioredis',
    'rate-limiter-flexible',
  ])('does not load %s, which only some applications or requests need', (name) => {
    expect(packages).not.toContain(name);
  });

  it.each([
    'src/addons/reference/openapi/describe-api.ts',
    'src/addons/reference/resource-schema/resource-descriptions.ts',
    'src/addons/tools/catalogue/catalogue.module.ts',
    'src/addons/tools/protocol/protocol.module.ts',
    'src/addons/undo/revert.module.ts',
    'src/modules/health/health-checks.module.ts',
    'demo/seed/seed-demo.ts',
  ])('does not load %s, which requests or an empty database need', (file) => {
    expect(readFileSync(resolve(file), 'utf8')).not.toBe('');
    expect(files).not.toContain(resolve(file));
  });
});

describe('parts that are loaded later', () => {
  /** A start chooses one of several, or none, and waits for it. */
  const chosenAtBoot = [
    'addons/redis/redis-packages.ts',
    'addons/telemetry/load-telemetry.ts',
    'database/engines/mysql/engine.ts',
    'database/engines/postgres/engine.ts',
    'database/engines/sqlite/engine.ts',
    'modules/auth/auth.module.ts',
  ];

  it('are all loaded by loadOnce, so that concurrent requests share a load and failures end', () => {
    const others = importing(source).filter(
      (file) => !file.startsWith('tooling/') && !chosenAtBoot.includes(file),
    );
    expect(others.length).toBeGreaterThan(5);
    const withoutIt = others.filter(
      (file) => !readFileSync(join(source, file), 'utf8').includes('base/load-once.js'),
    );
    expect(withoutIt).toEqual([]);
  });
});
