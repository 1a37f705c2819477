import { once } from 'node:events';
import { prepareRun } from '../dataset/prepare-run.mjs';
import { isServedBy } from '../requests.mjs';
import { runOnce } from './run-once.mjs';
import { load } from './wrk.mjs';

const SECONDS = 1;

/**
 * Returns the CPU time of the project's servers by stage, from V8's profiler in separate rounds.
 * Profiling slows down the server, so only the shares are meaningful, not the times.
 *
 * @returns {Promise<object[]>} a row for each request and server: `request`, `server`, `shares` by
 * stage
 */
export async function measureStages(requests, servers, dataset, processes) {
  const rows = [];
  for (const request of requests.filter(({ isLogged }) => !isLogged))
    for (const server of servers.filter((one) => one.isProject && isServedBy(request, one))) {
      if (request.records) await prepareRun(server.engine, dataset);
      rows.push({ request, server, shares: sharesOf(await profile(server, request, processes)) });
    }
  return rows;
}

async function profile(server, request, processes) {
  await ask(server, 'start');
  if (request.records) await runOnce(server, request);
  else await load(server, request, { seconds: SECONDS, seed: 77 }, processes);
  return ask(server, 'stop');
}

async function ask({ child }, message) {
  const reply = once(child, 'message');
  child.send(message);
  return (await reply)[0];
}

function sharesOf(times) {
  const busy = Object.entries(times).filter(([stage]) => stage !== 'idle');
  const all = busy.reduce((sum, [, time]) => sum + time, 0);
  return Object.fromEntries(busy.map(([stage, time]) => [stage, time / all]));
}
