import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Installs the packages of a folder that has a package of its own, unless they are installed. */
export async function installPackages(folder: string): Promise<void> {
  if (isInstalled(folder)) return;
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', words, { cwd: folder });
}

/** npm writes the first file after it has installed the packages of the second. */
function isInstalled(folder: string): boolean {
  const [installed, locked] = ['node_modules/.package-lock.json', 'package-lock.json'].map((path) =>
    join(folder, path),
  );
  return existsSync(installed!) && statSync(installed!).mtimeMs > statSync(locked!).mtimeMs;
}
