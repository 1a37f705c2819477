import { longReads, requests } from '../requests.mjs';
import { load } from './wrk.mjs';

const SECONDS = 3;
const WARM_UP = 2;
const CLIENTS = 8;
/** Milliseconds that 99 of 100 light requests must not exceed beside long reads. */
const MUST = 200;

const timing = { seconds: SECONDS, seed: 5, connections: CLIENTS };
const light = requests.find(({ key }) => key === 'R1');

/**
 * Measures light requests of eight clients, alone and beside eight others who send long reads.
 *
 * @returns {Promise<object[]>} rows for each of the project's servers
 */
export async function measureBeside(servers, processes) {
  const rows = [];
  for (const server of servers.filter(({ isProject, logs }) => isProject && !logs)) {
    const others = { ...server, tokens: server.others };
    const loadBoth = (long, seconds) =>
      Promise.all([
        load(server, light, { ...timing, seconds }, processes),
        load(others, long, { ...timing, seconds: seconds + 1 }, processes),
      ]);
    await load(server, light, { ...timing, seconds: WARM_UP }, processes);
    rows.push({ name: 'alone', server, ...(await load(server, light, timing, processes)) });
    for (const [name, long] of Object.entries(longReads)) {
      await loadBoth(long, WARM_UP);
      const [figures] = await loadBoth(long, SECONDS);
      rows.push({ name: `beside ${name}`, server, must: MUST, ...figures });
    }
  }
  return rows;
}
