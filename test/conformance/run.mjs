// Runs the protocol's official suites, and the Inspector's strict mode, against the demo with the
// suites' fixtures.
import { fork, spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const compiled = 'var/conformance';
const node24 = join(here, 'node_modules/node/bin/node');
const suites = {
  2026: join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  2025: join(here, 'node_modules/conformance-2025/dist/index.js'),
};
const baseline = join(here, 'baseline.yml');
const inspector = join(here, 'node_modules/.bin/mcp-inspector');

/** The time limit of a suite in milliseconds. */
const LONGEST = 5 * 60_000;

/** Runs a program, and returns whether it succeeded, and its output. */
async function run(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (written += part));
  const [code] = await once(child, 'close');
  clearTimeout(late);
  return { passed: code === 0, written };
}

async function build(program, args) {
  const { passed, written } = await run('npx', [program, ...args]);
  if (!passed) throw new Error(written);
}

async function startService() {
  // The demo and the fixtures import the built package by its name.
  await build('nest', ['build']);
  await build('swc', [
    ...['demo', 'test/conformance/serve.ts', 'test/conformance/fixtures'],
    ...['--out-dir', compiled, '--config-file', '.swcrc', '--quiet'],
  ]);
  const env = {
    ...process.env,
    DATABASE_URL: 'sqlite::memory:',
    STORAGE_PATH: 'var/conformance/storage',
    LOG_LEVEL: 'warn',
  };
  const service = fork(join(compiled, 'test/conformance/serve.js'), { env });
  const [url] = await Promise.race([
    once(service, 'message'),
    once(service, 'exit').then(() => []),
  ]);
  if (!url) throw new Error('The service did not start.');
  return { url, stop: () => service.kill() };
}

async function signIn(url) {
  const body = JSON.stringify({ email: 'admin@example.com', password: 'password' });
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return (await response.json()).access_token;
}

/** The suites do not send tokens, so a local proxy adds one. */
async function startProxy(url, token) {
  const { hostname, port } = new URL(url);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    onward.on('response', (response) =>
      response.pipe(outgoing.writeHead(response.statusCode, response.headers)),
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${proxy.address().port}/mcp`,
    stop: () => (proxy.close(), proxy.closeAllConnections()),
  };
}

/**
 * Returns the scenarios that the suites report as failed. A warning that the service does not keep
 * sessions is not a failure.
 */
const failuresIn = (written) =>
  [...written.matchAll(/^✗ ([\w/-]+):/gm)].map(([, scenario]) => scenario);
const expected = [...readFileSync(baseline, 'utf8').matchAll(/^ +- (\S+)$/gm)].map(
  ([, scenario]) => scenario,
);

/**
 * Returns whether exactly the scenarios of the baseline fail; an outdated baseline is an error,
 * too.
 */
const isAsExpected = ({ written }) =>
  /^Total: /m.test(written) && failuresIn(written).sort().join() === [...expected].sort().join();

const checks = (url) => [
  {
    // The extension "tasks" is optional, and the service does not declare it. Everything else must
    // pass.
    what: 'the requirements of 2026-07-28',
    args: [
      suites[2026],
      'server',
      '--url',
      url,
      '--requirements',
      '2026-07-28',
      '--expected-failures',
      baseline,
    ],
    isPassed: ({ passed, written }) =>
      passed && failuresIn(written).every((scenario) => scenario.startsWith('tasks-')),
  },
  {
    what: 'the requirements of 2025-11-25, except the baseline',
    args: [suites[2026], 'server', '--url', url, '--requirements', '2025-11-25'],
    isPassed: isAsExpected,
  },
  {
    what: 'the suite 0.1.16, except the baseline',
    args: [suites[2025], 'server', '--url', url],
    isPassed: isAsExpected,
  },
  {
    what: 'the Inspector in strict mode, on every tool',
    args: [inspector, '--cli', url, '--transport', 'http', '--strict', '--method', 'tools/list'],
  },
];

const service = await startService();
const proxy = await startProxy(service.url, await signIn(service.url));
let failed = 0;
try {
  for (const { what, args, isPassed = ({ passed }) => passed } of checks(proxy.url)) {
    const outcome = await run(node24, args);
    const { written } = outcome;
    const passed = isPassed(outcome);
    if (!passed) failed += 1;
    console.log(`${passed ? 'passed' : 'FAILED'}: ${what}`);
    if (!passed || process.argv.includes('--verbose')) console.log(written);
  }
} finally {
  proxy.stop();
  service.stop();
}
console.log(
  failed === 0 ? 'All conformance checks passed.' : `${failed} conformance checks failed.`,
);
process.exitCode = failed === 0 ? 0 : 1;
