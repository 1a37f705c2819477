import { execFile } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** What a build needs of the project. */
const sources = [
  '.swcrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'demo',
  'docs/guide',
  'docs/reference',
  'explorer',
  'nest-cli.json',
  'ormconfig.ts',
  'package.json',
  'src',
  'tsconfig.build.json',
  'tsconfig.json',
];

/**
 * Packs the package and returns the path of the tarball. It builds in a copy, since other tests run
 * what the repository has built.
 */
export async function packPackage(folder: string): Promise<string> {
  const project = join(folder, 'project');
  for (const path of sources) cpSync(path, join(project, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  await execute('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: project });
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
}
