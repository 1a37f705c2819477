import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const execute = promisify(execFile);
const sources = 'src/tooling/client';

/** Returns the code of an entry point as a browser loads it. */
async function bundle(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-bundle-'));
  const file = join(folder, 'client.js');
  const words = [join(sources, entry), '--platform', 'browser', '--minify', '--file', file];
  await execute('node_modules/.bin/rolldown', words);
  const code = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  return code;
}

describe('The code of the typed client', () => {
  it('imports nothing but itself', () => {
    const imported = readdirSync(sources).flatMap((name) => {
      const text = readFileSync(join(sources, name), 'utf8');
      return [...text.matchAll(/(?:from|import)[\s(]+'([^']+)'/g)].map(([, path]) => path!);
    });
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.filter((path) => !/^\.\/[\w-]+\.js$/.test(path))).toEqual([]);
  });

  it('is smaller than 6 KB in a compressed bundle, and needs nothing of Node.js', async () => {
    const code = await bundle('index.ts');
    expect(code).not.toMatch(/\bfrom\s*["']|\brequire\(|\bprocess\./);
    expect(gzipSync(code).length).toBeLessThan(6 * 1024);
  });
});
