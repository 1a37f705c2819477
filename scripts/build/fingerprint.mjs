import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a build reads; of the packages, which of them are installed. */
const READ = ['.swcrc', 'node_modules/.package-lock.json', 'package.json', 'scripts/build', 'src'];

/** Differs where something differs that a build reads. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const file of READ.filter(existsSync).flatMap(filesOf)) {
    const content = readFileSync(file);
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true }).sort();
  return names.map((name) => join(path, name)).filter((file) => statSync(file).isFile());
}
