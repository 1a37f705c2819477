import { once } from 'node:events';
import { cpuTime, memory } from './process-figures.mjs';
import { startServer } from './start-server.mjs';

const nothing = async () => {};

/**
 * Starts and stops servers on their migrated databases, in turn, so that a slow moment of the
 * machine affects all of them.
 *
 * @param {readonly { server: import('../servers.mjs').Server, address: string }[]} grounds
 * @param {object} options
 * @param {number} [options.rounds] starts of each
 * @param {(started: { base: string }) => Promise<void>} [options.use] sends requests after each start
 * @returns {Promise<readonly { milliseconds: number, cpu: number, megabytes: number, used: number }[]>}
 * medians for each ground: the time from the start of the process until it listens, its processor
 * time and its resident memory then, and its memory after the requests
 */
export async function measureStarts(grounds, logs, processes, { rounds = 9, use = nothing } = {}) {
  for (const { server, address } of grounds)
    await stop(await startServer(server, address, logs, processes));
  const starts = grounds.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, { server, address }] of grounds.entries())
      starts[at].push(await measureStart(server, address, logs, processes, use));
  return starts.map((rows) =>
    Object.fromEntries(Object.keys(rows[0]).map((name) => [name, medianOf(rows, name)])),
  );
}

async function measureStart(server, address, logs, processes, use) {
  const begin = performance.now();
  const started = await startServer(server, address, logs, processes);
  const { pid } = started;
  const atListening = {
    milliseconds: performance.now() - begin,
    cpu: cpuTime(pid),
    megabytes: memory(pid),
  };
  await use(started);
  const used = memory(pid);
  await stop(started);
  return { ...atListening, used };
}

async function stop({ child }) {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}

const medianOf = (rows, name) =>
  rows.map((row) => row[name]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
