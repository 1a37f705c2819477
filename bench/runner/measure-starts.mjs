import { once } from 'node:events';
import { memory } from './process-figures.mjs';
import { startServer } from './start-server.mjs';

const STARTS = 5;

/**
 * Starts and stops a server several times on a migrated database.
 *
 * @returns {Promise<{ milliseconds: number, megabytes: number }>} medians: the time from the start
 * of the process until it listens, and its resident memory then
 */
export async function measureStarts(server, address, logs, processes) {
  await stop(await startServer(server, address, logs, processes));
  const starts = [];
  for (let start = 0; start < STARTS; start++) {
    const begin = performance.now();
    const started = await startServer(server, address, logs, processes);
    starts.push({ milliseconds: performance.now() - begin, megabytes: memory(started.pid) });
    await stop(started);
  }
  return {
    milliseconds: medianOf(starts, 'milliseconds'),
    megabytes: medianOf(starts, 'megabytes'),
  };
}

async function stop({ child }) {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

const medianOf = (rows, name) =>
  rows.map((row) => row[name]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
