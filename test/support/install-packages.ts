import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Installs the packages of a folder that has a package of its own, unless they are installed. */
export async function installPackages(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules'))) return;
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', words, { cwd: folder });
}
