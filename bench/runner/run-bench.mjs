import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../servers.mjs';
import { lock } from './lock.mjs';
import { Processes } from './processes.mjs';

/**
 * Runs a bench in a folder of its own, one at a time, and ends what it started, also when it is
 * interrupted. What it throws is printed, and is the exit code.
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

/** Rejects on the first signal; later ones wait for the end, which is bounded. */
const interruption = () =>
  new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => reject(new Error(`Ended by ${signal}.`)));
  });
