import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DATABASE, type Database } from '../../../src/index.js';
import { onPostgres, onTestServer, testDialect } from '../../support/databases.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';

/** A database that is there but cannot serve: each test uses one of its own. */
let demo: DemoApp;
let app: NestFastifyApplication;
let token: string;
beforeEach(async () => {
  demo = await startDemo();
  token = await demo.tokenOf('admin');
  await demo.app.close();
  app = await startNode(demo, {});
});
afterEach(async () => {
  await app.close();
  await demo.close();
});

const databaseName = ({ url }: DemoApp): string => new URL(url).pathname.slice(1);

async function request(url: string, method: 'GET' | 'PATCH' | 'POST' = 'GET', payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) });
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    body: response.json<object>(),
  };
}

const read = () => request('/api/posts/1');
const write = (title = 'new') => request('/api/posts/1', 'PATCH', { title });
const statusOf = async (response: Promise<{ readonly status: number }>) => (await response).status;

const unavailable = {
  status: 503,
  retryAfter: expect.stringMatching(/^\d+$/),
  body: { message: 'The service is temporarily unavailable.', code: 'unavailable' },
};
const notReady = {
  status: 503,
  body: { message: 'Not ready: database cannot be read and written.', code: 'unavailable' },
};

/**
 * Asserts that the service recovers by itself: a request that meets an outdated connection drops
 * it.
 */
async function untilServed(): Promise<void> {
  while ((await statusOf(request('/health/ready'))) !== 200);
  while ((await statusOf(write())) !== 200);
  expect(await statusOf(read())).toBe(200);
}

const onPostgresql = () => {
  const alter = (setting: string) => onPostgres(`alter database ${databaseName(demo)} ${setting}`);
  const disconnectAll = () =>
    onPostgres(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${databaseName(demo)}'`,
    );

  it('is 503 and not ready while it accepts no connections, and back without a restart (C9)', async () => {
    await alter('allow_connections false');
    await disconnectAll();
    while ((await statusOf(read())) === 200);
    expect([await read(), await write(), await request('/health/ready')]).toMatchObject([
      unavailable,
      unavailable,
      notReady,
    ]);
    await alter('allow_connections true');
    await untilServed();
  });

  it('is 503 and not ready when it was dropped, and the process lives on (C9)', async () => {
    await onPostgres(`drop database ${databaseName(demo)} with (force)`);
    while ((await statusOf(read())) === 200);
    expect([await read(), await write(), await request('/health/ready')]).toMatchObject([
      unavailable,
      unavailable,
      notReady,
    ]);
    expect(await statusOf(request('/health/live'))).toBe(200);
  });

  it('serves reads, rejects writes with 503 and recovers without a restart while it is read-only (C9)', async () => {
    await alter('set default_transaction_read_only = on');
    await disconnectAll();
    while ((await statusOf(write())) === 200);
    expect(await write()).toMatchObject(unavailable);
    expect(await request('/health/ready')).toMatchObject(notReady);
    expect(await statusOf(read())).toBe(200);
    await alter('set default_transaction_read_only = off');
    await untilServed();
  });

  it('makes a write 503 that waits too long for a lock_timeout, and nothing is written (C9)', async () => {
    await alter(`set lock_timeout = '50ms'`);
    await disconnectAll();
    await untilServed();
    await app.get<Database>(DATABASE).transaction(async (holder) => {
      await holder.query('select id from posts where id = 1 for update');
      expect(await write('late')).toMatchObject({ ...unavailable, retryAfter: '1' });
    });
    expect((await read()).body).not.toMatchObject({ data: { attributes: { title: 'late' } } });
  });
};

const onMysqlFamily = () => {
  it('is 503 and not ready when it was dropped, and the process lives on (C9)', async () => {
    await read();
    await onTestServer(`drop database ${databaseName(demo)}`);
    expect([await read(), await write(), await request('/health/ready')]).toMatchObject([
      unavailable,
      unavailable,
      notReady,
    ]);
    expect(await statusOf(request('/health/live'))).toBe(200);
  });
};

const onSqlite = () => {
  /** Restricts the writer's connection. */
  const setWriter = (setting: string) =>
    app.get<Database>(DATABASE).dataSource.query(`pragma ${setting}`);

  it('is 503 for writes and serves reads when its file is full (SQLITE_FULL, C9)', async () => {
    const [{ page_count: pages }] = (await setWriter('page_count')) as [{ page_count: number }];
    await setWriter(`max_page_count = ${pages}`);
    const post = { title: 'Long', status: 'draft', description: 'x'.repeat(20_000) };
    const response = await request('/api/posts', 'POST', post);
    expect(response).toMatchObject({ ...unavailable, retryAfter: '10' });
    expect(await statusOf(read())).toBe(200);
    await setWriter('max_page_count = 1000000');
    await untilServed();
  });

  it('is 503 for writes, not ready, and serves reads while it is read-only (SQLITE_READONLY, C9)', async () => {
    await setWriter('query_only = on');
    expect(await write()).toMatchObject(unavailable);
    expect(await request('/health/ready')).toMatchObject(notReady);
    expect(await statusOf(read())).toBe(200);
    await setWriter('query_only = off');
    await untilServed();
  });

  it('is ready while a request writes (C9)', () =>
    app.get<Database>(DATABASE).transaction(async () => {
      expect(await statusOf(request('/health/ready'))).toBe(200);
    }));
};

describe('A database', () => {
  ({ sqlite: onSqlite, postgres: onPostgresql, mariadb: onMysqlFamily, mysql: onMysqlFamily })[
    testDialect
  ]();
});
