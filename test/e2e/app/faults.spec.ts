import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { DATABASE, type Database, type Limits } from '../../../src/index.js';
import { testDialect } from '../../support/databases.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { patientLimits } from '../../support/patient-limits.js';
import { Network } from '../../support/network.js';
import { whileLocked } from '../../support/row-locks.js';
import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';

/** Milliseconds that a statement waits for a lock: far more than it takes without one. */
const LOCK_WAIT = 5_000;

const unavailable = { message: 'The service is temporarily unavailable.', code: 'unavailable' };
const timedOut = { message: 'The database took too long to respond.', code: 'statement_timeout' };

let demo: DemoApp;
let token: string;
beforeAll(async () => {
  demo = await startDemo();
  token = await demo.tokenOf('admin');
});
afterAll(() => demo.close());

interface Sent {
  readonly method?: 'GET' | 'PATCH' | 'POST';
  readonly body?: object;
  readonly as?: string | null;
}

async function request(
  app: NestFastifyApplication,
  url: string,
  { method = 'GET', body, as = token }: Sent = {},
) {
  const headers = as === null ? {} : { authorization: `Bearer ${as}` };
  const response = await app.inject({ method, url, headers, ...(body && { payload: body }) });
  return {
    status: response.statusCode,
    body: response.json<Record<string, unknown>>(),
    headers: response.headers,
  };
}

const statusOf = async (app: NestFastifyApplication, url: string, sent?: Sent) =>
  (await request(app, url, sent)).status;

/** Every response without a database, and what runs the service. */
async function verifyAlive(app: NestFastifyApplication): Promise<void> {
  const statuses = await Promise.all([
    statusOf(app, '/health/live', { as: null }),
    statusOf(app, '/api/users', { as: null }),
    statusOf(app, '/api/users', { as: 'no token of ours' }),
    statusOf(app, '/api/users/%ff'),
    statusOf(app, `/api/users?${'a'.repeat(8_193)}`),
    statusOf(app, '/storage/nothing', { as: null }),
  ]);
  expect(statuses).toEqual([200, 401, 401, 400, 414, 404]);
}

/** Sends requests until one is served; otherwise the test runs into its timeout. */
async function untilServed(app: NestFastifyApplication): Promise<void> {
  for (const url of ['/api/users/1', '/health/ready'])
    while ((await statusOf(app, url)) !== 200) await pause(20);
}

async function withNode(
  options: { readonly url?: string; readonly limits?: Partial<Limits>; readonly poolSize?: number },
  test: (app: NestFastifyApplication) => Promise<void>,
): Promise<void> {
  const { url = demo.url, limits = {}, poolSize = 10 } = options;
  const app = await startNode(demo, { database: { url, poolSize }, limits });
  await test(app).finally(() => app.close());
}

const onServer = () => {
  const withNetwork = async (
    limits: Partial<Limits>,
    test: (app: NestFastifyApplication, network: Network) => Promise<void>,
  ) => {
    const network = await Network.before(demo.url);
    await withNode({ url: network.url, limits, poolSize: 4 }, (app) => test(app, network)).finally(
      () => network.close(),
    );
  };

  /** Waits until the pool has released its connections, all of which are cut. */
  const untilNoticed = async (app: NestFastifyApplication) => {
    while (app.get<Database>(DATABASE).load.open > 0) await pause(5);
  };

  const load = (app: NestFastifyApplication) =>
    Promise.all(Array.from({ length: 12 }, () => request(app, '/api/users/1?include=posts')));

  describe('A database that becomes unavailable', () => {
    it('makes running requests 503 or serves them when all its connections are cut, and serves the next one (threats)', () =>
      withNetwork({}, async (app, network) => {
        await load(app);
        for (let round = 0; round < 5; round++) {
          const running = load(app);
          await pause(round * 3);
          network.cut();
          for (const { status, headers } of await running) {
            expect([200, 503]).toContain(status);
            if (status === 503) expect(headers['retry-after']).toBe('1');
          }
        }
        network.cut();
        await untilNoticed(app);
        expect(await statusOf(app, '/api/users/1')).toBe(200);
      }));

    it('is not noticed by the next request if the service was idle (threats)', () =>
      withNetwork({}, async (app, network) => {
        await load(app);
        network.cut();
        await untilNoticed(app);
        expect((await load(app)).map(({ status }) => status)).toEqual(
          Array.from({ length: 12 }, () => 200),
        );
      }));

    it('makes requests 503 while it stays away: not ready, alive; and back without a restart (C9, threats)', () =>
      withNetwork({}, async (app, network) => {
        await load(app);
        await network.refuse();
        for (let round = 0; round < 3; round++)
          for (const { status, body, headers } of await load(app))
            expect([status, body, headers['retry-after']]).toEqual([503, unavailable, '1']);
        expect(
          await statusOf(app, '/api/login', {
            method: 'POST',
            body: { email: 'a@b.c', password: 'x' },
          }),
        ).toBe(503);
        expect(await statusOf(app, '/health/ready', { as: null })).toBe(503);
        await verifyAlive(app);
        await network.restore();
        await untilServed(app);
      }));

    it('makes requests 503 within the limits if it is silent, and back without a restart (C9, threats)', () =>
      withNetwork({ statementTimeout: 500, poolWait: 500 }, async (app, network) => {
        await load(app);
        network.freeze();
        for (const { status, body } of await load(app))
          expect([status, body]).toEqual([503, unavailable]);
        expect(await statusOf(app, '/health/ready', { as: null })).toBe(503);
        await verifyAlive(app);
        network.thaw();
        await untilServed(app);
      }));
  });

  describe('At the start', () => {
    it('the service waits for a database that is not available yet (threats)', async () => {
      const network = await Network.before(demo.url);
      await network.refuse();
      const starting = startNode(demo, { database: { url: network.url } });
      await pause(300);
      await network.restore();
      const app = await starting;
      expect(await statusOf(app, '/api/users/1')).toBe(200);
      await app.close();
      network.close();
    });

    it('the service does not wait for a database that rejects the credentials (threats)', async () => {
      const network = await Network.before(demo.url);
      const url = new URL(network.url);
      url.username = 'nobody-of-that-name';
      url.password = 'wrong';
      await expect(startNode(demo, { database: { url: url.href } })).rejects.toThrow(
        /denied|does not exist|password/i,
      );
      expect(network.joined).toBe(1);
      network.close();
    });
  });

  describe('A statement that takes too long', () => {
    it('is cancelled with 504 in a read, and its connection serves the next one (C9, C12)', () =>
      withNode({ limits: { statementTimeout: LOCK_WAIT }, poolSize: 2 }, async (app) => {
        await whileLocked(demo.database, 'posts', async () => {
          for (let round = 0; round < 2; round++)
            expect(await request(app, '/api/posts/1')).toMatchObject({
              status: 504,
              body: timedOut,
            });
          expect(await statusOf(app, '/api/users/1')).toBe(200);
        });
        expect(await statusOf(app, '/api/posts/1')).toBe(200);
        expect(app.get<Database>(DATABASE).load).toMatchObject({ waiting: 0 });
      }));

    it('is cancelled with 504 in a write, for a row that another locks, and nothing is written (C9, C12)', () =>
      withNode({ limits: { statementTimeout: LOCK_WAIT } }, async (app) => {
        const before = (await request(app, '/api/posts/1')).body;
        await demo.database.transaction(async (holder) => {
          await holder.query('select id from posts where id = 1 for update');
          const response = await request(app, '/api/posts/1', {
            method: 'PATCH',
            body: { title: 'late' },
          });
          expect(response).toMatchObject({ status: 504, body: timedOut });
          expect(
            await statusOf(app, '/api/posts/2', { method: 'PATCH', body: { title: 'free' } }),
          ).toBe(200);
        });
        expect((await request(app, '/api/posts/1')).body).toEqual(before);
        expect(
          await statusOf(app, '/api/posts/1', { method: 'PATCH', body: { title: 'in time' } }),
        ).toBe(200);
      }));
  });

  describe('A pool without a free connection', () => {
    it('makes waiting requests 503 after the wait, and requests without a connection are served meanwhile (C9, C12)', () =>
      withNode({ limits: { poolWait: 300 }, poolSize: 2 }, async (app) => {
        const database = app.get<Database>(DATABASE);
        await database.transaction(() =>
          database.transaction(async () => {
            const waiting = Promise.all([3, 4, 5].map((id) => request(app, `/api/users/${id}`)));
            await verifyAlive(app);
            for (const { status, body, headers } of await waiting)
              expect([status, body, headers['retry-after']]).toEqual([503, unavailable, '1']);
            expect(await statusOf(app, '/health/ready', { as: null })).toBe(503);
          }),
        );
        await untilServed(app);
      }));
  });

  describe('A client that has disconnected', () => {
    it('leaves no connection and no error behind, even before its statement has returned (threats)', () =>
      // A quarter of the connections serves statements that have not run yet: two, for the two readers.
      withNode({ poolSize: 8 }, async (app) => {
        await app.listen(0, '127.0.0.1');
        const database = app.get<Database>(DATABASE);
        const isIdle = () =>
          database.load.idle === database.load.open && database.load.waiting === 0;
        await whileLocked(demo.database, 'posts', async () => {
          const sockets = [await send(app, '/api/posts/1'), await send(app, '/api/posts/2')];
          while (database.load.open - database.load.idle < 2) await pause(5);
          for (const socket of sockets) socket.destroy();
        });
        while (!isIdle()) await pause(5);
        expect(await statusOf(app, '/api/posts/1')).toBe(200);
      }));
  });
};

const onSqlite = () => {
  /**
   * Runs the callback while another connection to the file, as of another process, holds its lock.
   */
  const whileWriting = async (work: () => Promise<void>) => {
    const other = new (loadBetterSqlite())(demo.url.slice('sqlite:'.length));
    other.exec('begin immediate');
    try {
      await work();
    } finally {
      other.exec('rollback');
      other.close();
    }
  };

  describe('The writer of SQLite while it is locked', () => {
    it('makes writes 503 after the wait if another request holds it, while reads and errors are served (C12)', () =>
      withNode({ limits: { poolWait: 300 } }, async (app) => {
        await app.get<Database>(DATABASE).transaction(async () => {
          const waiting = request(app, '/api/posts/1', {
            method: 'PATCH',
            body: { title: 'late' },
          });
          await verifyAlive(app);
          expect(await statusOf(app, '/api/users/1')).toBe(200);
          const { status, body, headers } = await waiting;
          expect([status, body, headers['retry-after']]).toEqual([503, unavailable, '1']);
        });
        expect(
          await statusOf(app, '/api/posts/1', { method: 'PATCH', body: { title: 'in time' } }),
        ).toBe(200);
      }));

    it('makes writes 503 after the wait if another process holds it (C12)', () =>
      withNode({ limits: { poolWait: 300 } }, (app) =>
        whileWriting(async () => {
          const response = await request(app, '/api/posts/1', {
            method: 'PATCH',
            body: { title: 'late' },
          });
          expect(response).toMatchObject({
            status: 503,
            body: unavailable,
            headers: { 'retry-after': '1' },
          });
        }),
      ));

    it('delays a write if another process holds it, and blocks nobody else meanwhile (C12)', () =>
      withNode({ limits: patientLimits }, async (app) => {
        let isOver = false;
        let waiting: Promise<number> | undefined;
        await whileWriting(async () => {
          waiting = statusOf(app, '/api/posts/1', {
            method: 'PATCH',
            body: { title: 'after a while' },
          });
          void waiting.then(() => (isOver = true));
          for (let round = 0; round < 20; round++)
            expect(await statusOf(app, '/api/users/1')).toBe(200);
          expect(isOver).toBe(false);
        });
        expect(await waiting).toBe(200);
      }));
  });
};

/** Sends a request over a socket of its own, which is not read. */
async function send(app: NestFastifyApplication, url: string): Promise<Socket> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const head = [`GET ${url} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, '', ''].join(
    '\r\n',
  );
  await new Promise((resolve) => socket.write(head, resolve));
  return socket;
}

({ sqlite: onSqlite, postgres: onServer, mariadb: onServer, mysql: onServer })[testDialect]();
