import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** Replaces the service: it ends in order on a signal. */
const service = `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log('listens');`;

/** What a failed test would leave running. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'resource-api-start-'));
  mkdirSync(join(folder, 'dist', 'src', 'cli'), { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { start: scripts.start } }),
  );
  writeFileSync(join(folder, 'dist', 'src', 'cli', 'main.js'), service);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm start', () => {
  it('passes SIGTERM to the service, and exits with it: a shell between them would leave it running', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    try {
      let printed = '';
      for await (const text of npm.stdout) if ((printed += text).includes('listens')) break;
      npm.kill('SIGTERM');
      expect(await once(npm, 'exit')).toEqual([0, null]);
    } finally {
      endGroup(npm.pid!);
    }
  });
});
