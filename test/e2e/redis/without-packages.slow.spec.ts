import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiledPath } from '../../support/compiled-path.js';
import { hidePackage } from '../../support/hide-package.js';
import { startWithoutPackage } from '../../support/start-without-package.js';

describe('A start with REDIS_URL', () => {
  it.each(['ioredis', 'rate-limiter-flexible'])(
    'names the package %s if it is not installed (C12)',
    async (name) => {
      const REDIS_URL = 'redis://:secret@127.0.0.1:1';
      const { code, stderr } = await startWithoutPackage(name, { REDIS_URL });
      expect(code).toBe(1);
      expect(stderr).toContain(
        `redis.url (REDIS_URL) needs the package ${name}: npm install ioredis rate-limiter-flexible`,
      );
      expect(stderr).not.toMatch(/ {4}at |secret/);
    },
  );

  it('serves without the package bullmq, and logs once that the database alone carries runs', async () => {
    const words = ['--import', hidePackage('bullmq'), compiledPath('demo/main.ts')];
    const settings = { DATABASE_URL: 'sqlite::memory:', PORT: '0', LOG_LEVEL: 'info' };
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...settings, REDIS_URL: 'redis://127.0.0.1:1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.includes('Resource API listens')) child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    const found = lines.filter((line) => line.includes('bullmq'));
    expect(found).toEqual([
      expect.stringContaining('bullmq is not installed: the database alone carries runs.'),
    ]);
  });
});
