import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));
const CONNECTIONS = 16;
/**
 * On a slow machine a response may take longer than wrk's default of two seconds; it is late, not
 * lost.
 */
const PATIENCE = '20s';

/**
 * Loads a server with one request for some seconds.
 *
 * @param {{ base: string, tokens: readonly string[] }} server
 * @param {import('../requests.mjs').Request} request
 * @param {{ seconds: number, seed: number, connections?: number }} timing the same numbers for the
 * same seed
 * @returns the number of requests, requests per second, the bytes of all responses with their
 * headers, and milliseconds at the median and the 99th percentile
 * @throws Error if a response is an error or a connection breaks, because such figures mean nothing
 */
export async function load(server, { method = 'GET', path, body }, timing, processes) {
  const { seconds, seed, connections = CONNECTIONS } = timing;
  const { origin, pathname } = new URL(server.base);
  const env = {
    PATH: process.env.PATH,
    BENCH_METHOD: method,
    BENCH_PATH: pathname.replace(/\/$/, '') + path,
    BENCH_SEED: String(seed),
    BENCH_TOKENS: server.tokens.join(' '),
    ...(body && { BENCH_BODY: body }),
  };
  const command = [
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    PATIENCE,
    '-s',
    script,
    origin,
  ];
  const figures = JSON.parse(/JSON({.*})/.exec(await processes.run(command, { env }))[1]);
  if (figures.refused || figures.broken || !figures.requests) {
    throw new Error(
      `${server.name} ${method} ${path}: ${figures.refused} errors, ${figures.broken} broken connections of ${figures.requests} requests.`,
    );
  }
  return { ...figures, rate: (figures.requests * 1e6) / figures.microseconds };
}
