import { once } from 'node:events';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { TestProcesses } from '../../support/test-processes.js';

/** More milliseconds than a busy machine needs to write two megabytes. */
const PATIENCE = 20_000;

const processes = new TestProcesses();
afterAll(() => processes.end());

describe('A process that ends', () => {
  it.each([
    ['has gone', (log: Readable) => void log.destroy()],
    ['reads nothing', (log: Readable) => void log.pause()],
    ['reads', (log: Readable) => void log.resume()],
  ])('does not wait for a reader of its log that %s (issue, 3)', async (_how, read) => {
    const [child] = await processes.start('test/e2e/app/logging-process.ts', {});
    const { stdin, stdout } = child as ChildProcessByStdio<Writable, Readable, null>;
    read(stdout);
    const ended = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE) });
    stdin.write('\n');
    expect(await ended).toEqual([0, null]);
  });
});
