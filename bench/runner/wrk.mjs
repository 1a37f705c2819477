import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));
const CONNECTIONS = 16;
/**
 * On a slow machine a response may take longer than wrk's default of two seconds; it is late, not
 * lost.
 */
const PATIENCE = '20s';

/**
 * Checks that `wrk` exists, and installs Debian's package if root runs the bench.
 *
 * @throws Error with the package to install
 */
export async function requireWrk(processes) {
  if (await isInstalled(processes)) return;
  const help = 'The bench needs `wrk`. Install it: apt-get install -y wrk';
  if (process.getuid() !== 0) throw new Error(help);
  console.log('Installing wrk');
  await processes.run(['apt-get', 'install', '-y', 'wrk']).catch((error) => {
    throw new Error(`${help}\n${error.message}`);
  });
}

/** `wrk --version` exits with 1 if it is installed; only a missing `wrk` cannot be started. */
async function isInstalled(processes) {
  try {
    await processes.run(['sh', '-c', 'command -v wrk']);
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads a server with one request for some seconds.
 *
 * @param {{ base: string, tokens: readonly string[] }} server
 * @param {import('../requests.mjs').Request} request
 * @param {{ seconds: number, seed: number, connections?: number }} timing the same numbers for the
 * same seed
 * @returns the number of requests, requests per second, and milliseconds at the median and the 99th
 * percentile
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
