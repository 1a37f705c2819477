import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../servers.mjs';
import { lock } from './lock.mjs';
import { Processes } from './processes.mjs';

/**
 * Runs a bench in its own folder, one at a time, and ends the processes that it started, even if it
 * is interrupted. Errors are printed and set the exit code.
 *
 * @param {(place: { home: string, logs: string, processes: Processes }) => Promise<void>} bench
 */
export async function runBench(bench) {
  const processes = new Processes();
  const home = resolve(process.env.BENCH_HOME ?? join(root, 'var', 'bench'));
  const logs = join(home, 'log');
  mkdirSync(logs, { recursive: true });
  process.on('exit', () => processes.killAll());
  try {
    const unlock = lock(join(home, 'lock'));
    try {
      await Promise.race([bench({ home, logs, processes }), interruption()]);
    } finally {
      await processes.stopAll();
      unlock();
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
  process.exit();
}

/** Rejects on the first signal. Later ones wait for the end, which has a time limit. */
const interruption = () =>
  new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => reject(new Error(`Ended by ${signal}.`)));
  });
