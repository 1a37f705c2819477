import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestProcesses } from '../../support/test-processes.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';

/**
 * More milliseconds than a test waits: a test that waits for the grace period runs into its
 * timeout.
 */
const GRACE = 600_000;
/** Milliseconds of a response, or of a drain delay, that nothing waits for. */
const ENDLESS = 600_000;

const processes = new TestProcesses();
/** They stay open on this side. */
const sockets: Socket[] = [];
let place: DatabaseUnderTest;
const storage = mkdtempSync(join(tmpdir(), 'resource-api-files-'));
beforeAll(async () => {
  place = await databaseUnderTest();
});
afterAll(async () => {
  processes.end();
  for (const socket of sockets) socket.destroy();
  await place.dispose();
  rmSync(storage, { recursive: true, force: true });
});

interface Service {
  readonly process: ChildProcess;
  readonly url: string;
}

async function start(grace = GRACE, drain = 0): Promise<Service> {
  const environment = {
    DATABASE_URL: place.url,
    STORAGE_PATH: storage,
    LOG_LEVEL: 'silent',
    GRACE: String(grace),
    DRAIN: String(drain),
  };
  const [process, url] = await processes.start('test/e2e/app/slow-process.ts', environment);
  return { process, url };
}

/** How the process ended. */
async function endOf({ process }: Service): Promise<{ code: unknown }> {
  const [code] = await once(process, 'exit');
  return { code };
}

/** Repeats the signal, since one that follows at once counts as the same signal. */
async function endBySecondSignal(service: Service): Promise<{ code: unknown }> {
  const ending = endOf(service);
  while (service.process.exitCode === null) {
    service.process.kill('SIGTERM');
    await pause(50);
  }
  return ending;
}

/** A request in progress: its first half has arrived. */
async function underWay(
  { url }: Service,
  milliseconds: number,
): Promise<{ rest(): Promise<string> }> {
  const response = await fetch(`${url}/slow/${milliseconds}`);
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  const first = decoder.decode((await reader.read()).value);
  expect(first).toBe('first ');
  const rest = async () => {
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += decoder.decode(part.value);
    return text;
  };
  return { rest };
}

async function open({ url }: Service, text = ''): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  if (text !== '') await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

describe('A start that receives a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends with 0 at once by %s (issue, 3)',
    async (signal) => {
      // It waits for its database for half a minute.
      const environment = {
        DATABASE_URL: 'postgres://127.0.0.1:1/none',
        STORAGE_PATH: storage,
        LOG_LEVEL: 'warn',
      };
      const [child] = await processes.start('demo/main.ts', environment);
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );
});

describe('A service that receives a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends with 0 by %s while it is idle (issue, 3)',
    async (signal) => {
      const service = await start();
      expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
      service.process.kill(signal);
      expect(await endOf(service)).toMatchObject({ code: 0 });
    },
  );

  it('finishes running requests, accepts no new ones, and ends with 0 (issue, 3)', async () => {
    const service = await start();
    const response = await underWay(service, 1_500);
    const ending = endOf(service);
    service.process.kill('SIGTERM');
    for (;;) {
      const other = await fetch(`${service.url}/health/ready`).catch(() => undefined);
      if (other === undefined || other.status === 503) break;
    }
    expect(await response.rest()).toBe('second');
    expect(await ending).toMatchObject({ code: 0 });
  });

  it('does not wait for connections without a request, or with half of one (issue, 3)', async () => {
    const service = await start();
    await open(service);
    await open(service, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Half:');
    await open(service, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    service.process.kill('SIGTERM');
    expect(await endOf(service)).toMatchObject({ code: 0 });
  });

  it('cuts requests that exceed the grace period, and still ends with 0 (C12)', async () => {
    const service = await start(2_000);
    const response = await underWay(service, ENDLESS);
    const cut = expect(response.rest()).rejects.toThrow();
    service.process.kill('SIGTERM');
    expect(await endOf(service)).toMatchObject({ code: 0 });
    await cut;
  });

  it('treats two signals at the same time as one, as npm sends them (issue, 3)', async () => {
    const service = await start();
    const response = await underWay(service, 1_500);
    // Stopped meanwhile, so that both have arrived before it checks.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const)
      service.process.kill(signal);
    const ending = endOf(service);
    expect(await response.rest()).toBe('second');
    expect(await ending).toMatchObject({ code: 0 });
  });

  it('ends at once by a second signal, with any running requests (issue, 3)', async () => {
    const service = await start();
    const response = await underWay(service, ENDLESS);
    const cut = expect(response.rest()).rejects.toThrow();
    expect(await endBySecondSignal(service)).toMatchObject({ code: 143 });
    await cut;
  });
});

describe('A service with a drain delay', () => {
  const untilNotReady = async ({ url }: Service): Promise<Response> => {
    for (;;) {
      const response = await fetch(`${url}/health/ready`);
      if (response.status === 503) return response;
      await response.arrayBuffer();
    }
  };

  it('is not ready after SIGTERM, and serves new connections until the delay is over (C9, C12)', async () => {
    const service = await start(GRACE, ENDLESS);
    service.process.kill('SIGTERM');
    const response = await untilNotReady(service);
    expect([response.headers.get('retry-after'), await response.json()]).toEqual([
      '1',
      { message: 'Not ready: the service is shutting down.', code: 'unavailable' },
    ]);
    const socket = await open(service);
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(String(head)).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
    const slow = await underWay(service, 10);
    expect(await slow.rest()).toBe('second');
    expect(await endBySecondSignal(service)).toMatchObject({ code: 143 });
  });

  it('ends with 0 once the delay is over, and running requests are finished (C12)', async () => {
    const service = await start(GRACE, 200);
    const slow = await underWay(service, 1_000);
    const ending = endOf(service);
    service.process.kill('SIGTERM');
    expect(await slow.rest()).toBe('second');
    expect(await ending).toMatchObject({ code: 0 });
  });

  it('does not wait for it after SIGINT, which a terminal sends (C12)', async () => {
    const service = await start(GRACE, ENDLESS);
    service.process.kill('SIGINT');
    expect(await endOf(service)).toMatchObject({ code: 0 });
  });
});
