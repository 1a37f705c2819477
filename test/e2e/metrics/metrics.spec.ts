import { RunWaitMetrics } from '../../../src/addons/metrics/run-wait-metrics.js';
import { BackgroundWrites } from '../../../src/modules/auth/background-writes.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { testDialect } from '../../support/databases.js';

/** The value of one line of the text format. */
function valueOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

describe('Access to GET /metrics', () => {
  const TOKEN = 'scrape-0123456789abcdef';
  const open = ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'];
  const far = ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1', '1.127.0.0.1', '128.0.0.1'];
  let local: DemoApp;
  let guarded: NestFastifyApplication;
  beforeAll(async () => {
    local = await startDemo();
    guarded = await startNode(local, { metrics: { token: TOKEN } });
  });
  afterAll(async () => {
    await guarded.close();
    await local.close();
  });

  const request = (
    app: NestFastifyApplication,
    remoteAddress: string,
    headers: Record<string, string> = {},
  ) => app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers });
  const refusal = { message: 'Unauthenticated.', code: 'unauthenticated' };

  it.each(open)(
    'is open to callers on this machine without a configured token: %s (C2.1)',
    async (address) => {
      expect((await request(local.app, address)).statusCode).toBe(200);
    },
  );

  it.each(far)(
    'is closed to everybody else without a configured token: %s (C2.1)',
    async (address) => {
      const response = await request(local.app, address);
      expect([response.statusCode, response.headers['www-authenticate'], response.json()]).toEqual([
        401,
        'Bearer',
        refusal,
      ]);
    },
  );

  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'is closed to a proxy on this machine that sends %s (C2.1)',
    async (header) =>
      expect((await request(local.app, '127.0.0.1', { [header]: '127.0.0.1' })).statusCode).toBe(
        401,
      ),
  );

  it.each([...open, ...far])(
    'is open to callers with the configured token, from %s too (C2.1)',
    async (address) => {
      expect(
        (await request(guarded, address, { authorization: `Bearer ${TOKEN}` })).statusCode,
      ).toBe(200);
      expect((await request(guarded, address)).statusCode).toBe(401);
      const wrong = await request(guarded, address, { authorization: `Bearer ${TOKEN}x` });
      expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([
        401,
        'Bearer error="invalid_token"',
      ]);
    },
  );

  it('is closed to the token of a user, an administrator included (C2.1)', async () => {
    const headers = { authorization: `Bearer ${await local.tokenOf('admin')}` };
    expect((await request(guarded, '127.0.0.1', headers)).statusCode).toBe(401);
    expect((await request(local.app, '10.0.0.7', headers)).statusCode).toBe(401);
  });

  it('works by HEAD as by GET, and by no other method (C2.1)', async () => {
    expect((await local.app.inject({ method: 'HEAD', url: '/metrics' })).statusCode).toBe(200);
    expect((await local.app.inject({ method: 'POST', url: '/metrics' })).statusCode).toBe(401);
  });
});

describe('The metric of runs that wait', () => {
  let demo: DemoApp;
  let node: NestFastifyApplication;
  beforeAll(async () => {
    demo = await startDemo();
    node = await startNode(demo, { runs: { concurrency: 0 } });
  });
  afterAll(async () => {
    await node.close();
    await demo.close();
  });

  it('has the longest wait, which is read without a request', async () => {
    await demo.tokenOf('admin');
    const client = demo.client('admin').with({ prefer: 'respond-async' });
    const path = '/posts/actions?action=publish-posts';
    expect((await client.post(path, { repositories: 'all' })).status).toBe(202);
    await demo.database.write(`update action_runs set created_at = '2001-01-01 00:00:00.000'`);
    const read = async () => {
      const { body: text } = await node.inject({ method: 'GET', url: '/metrics' });
      return valueOf(text, 'action_run_wait_seconds');
    };
    expect(await read()).toBe(0);
    await node.listen(0, '127.0.0.1');
    await node.get(RunWaitMetrics, { strict: false }).settle();
    expect(await read()).toBeGreaterThan(1e8);
  });
});

describe('GET /metrics', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const read = async () => {
    const response = await demo.app.inject({ method: 'GET', url: '/metrics' });
    expect(response.statusCode).toBe(200);
    return response.body;
  };

  it('responds in the text format of Prometheus, every metric with its help', async () => {
    const response = await demo.app.inject({ method: 'GET', url: '/metrics' });
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const names = [...response.body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual([
      'action_chunk_duration_seconds',
      'action_records_total',
      'action_run_wait_seconds',
      'database_conflict_failures_total',
      'database_conflict_retries_total',
      'database_connections',
      'database_connections_max',
      'database_connections_waiting',
      'database_replica_lag_seconds',
      'database_replica_reads_total',
      'database_replica_used',
      'http_request_duration_seconds',
      'http_requests_total',
      'sql_statement_duration_seconds',
      'sqlite_writer_wait_seconds',
    ]);
    for (const name of names)
      expect(response.body).toMatch(new RegExp(`^# HELP ${name} \\S.*\\.$`, 'm'));
  });

  it('counts requests by method, route template, resource and status', async () => {
    for (const path of ['/users/1', '/users/2', '/users/999999', '/posts/1', '/ghosts/1'])
      await demo.get(path);
    await demo.get('/users/3', null);
    const text = await read();
    const counted = (resource: string, status: number) =>
      valueOf(
        text,
        `http_requests_total{method="GET",route="/api/:resource/:id",resource="${resource}",status="${status}"}`,
      );
    expect([counted('users', 200), counted('users', 404), counted('users', 401)]).toEqual([
      2, 1, 1,
    ]);
    expect([counted('posts', 200), counted('', 404)]).toEqual([1, 1]);
    const timed =
      'http_request_duration_seconds_count{method="GET",route="/api/:resource/:id",resource="users"}';
    expect(valueOf(text, timed)).toBe(4);
  });

  it('uses one name for requests without a route, so that no caller creates labels', async () => {
    const linesOf = (text: string) => text.split('\n').length;
    await demo.app.inject({ method: 'GET', url: '/nowhere/0' });
    await demo.app.inject({ method: 'PROPFIND' as 'GET', url: '/nowhere/0' });
    await demo.get('/ghosts');
    const before = linesOf(await read());
    for (let at = 1; at < 50; at++) {
      await demo.app.inject({ method: 'GET', url: `/nowhere/${at}?page=${at}` });
      await demo.app.inject({
        method: (at % 2 ? 'MKCOL' : 'LOCK') as 'GET',
        url: `/nowhere/${at}`,
      });
      await demo.get(`/ghosts${at}`);
    }
    const text = await read();
    expect(linesOf(text)).toBe(before);
    expect(text).not.toContain('nowhere');
    expect(
      valueOf(text, 'http_requests_total{method="GET",route="unmatched",resource="",status="401"}'),
    ).toBe(50);
    expect(
      valueOf(
        text,
        'http_requests_total{method="OTHER",route="unmatched",resource="",status="401"}',
      ),
    ).toBe(50);
  });

  it('counts each statement once, by its kind and dialect, in rising buckets', async () => {
    await demo.get('/users/1?include=posts');
    const statements = (text: string, part = 'count', le = '') =>
      valueOf(
        text,
        `sql_statement_duration_seconds_${part}{${le}dialect="${testDialect}",kind="select"}`,
      )!;
    const before = await read();
    const sent = await demo.statements(() => demo.get('/users/1?include=posts'));
    const after = await read();
    expect(statements(after) - statements(before)).toBe(
      sent.filter((sql) => /^\(?(select|with)/i.test(sql)).length,
    );
    expect(statements(after, 'sum')).toBeGreaterThan(statements(before, 'sum'));
    const buckets = ['0.0001', '0.01', '10', '+Inf'].map((le) =>
      statements(after, 'bucket', `le="${le}",`),
    );
    expect(buckets).toEqual([...buckets].sort((one, other) => one - other));
    expect(buckets.at(-1)).toBe(statements(after));
  });

  it('counts the chunks of a run over all records, and their records', async () => {
    const run = await demo.send<{ published: number; chunks: number }>(
      '/posts/actions?action=publish-posts',
      {
        method: 'POST',
        body: { repositories: 'all' },
      },
    );
    expect(run.status).toBe(200);
    const text = await read();
    const labels = '{resource="posts",action="publish-posts"}';
    expect(valueOf(text, `action_chunk_duration_seconds_count${labels}`)).toBe(run.body.chunks);
    expect(valueOf(text, `action_records_total${labels}`)).toBeGreaterThan(1_000);
  });

  it('reports the number of connections and of waiting callers', async () => {
    await demo.app.get(BackgroundWrites, { strict: false }).settle();
    const before = await read();
    expect(valueOf(before, 'database_connections_waiting')).toBe(0);
    expect(valueOf(before, 'database_connections{state="busy"}')).toBe(0);
    expect(valueOf(before, 'database_connections_max')).toBe(testDialect === 'sqlite' ? 2 : 10);
    await demo.database.transaction(async () => {
      expect(valueOf(await read(), 'database_connections{state="busy"}')).toBe(1);
    });
  });

  it('reports the process and its event loop once the service listens', async () => {
    await demo.app.listen(0, '127.0.0.1');
    const response = await fetch(`${await demo.app.getUrl()}/metrics`);
    const text = await response.text();
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  const turns = {
    sqlite: 'every turn to write',
    postgres: 'no turns',
    mariadb: 'no turns',
    mysql: 'no turns',
  }[testDialect];
  it(`measures ${turns} on ${testDialect}`, async () => {
    const count = async () => valueOf(await read(), 'sqlite_writer_wait_seconds_count')!;
    const before = await count();
    await demo.database.transaction(async () => undefined);
    expect((await count()) - before).toBe(testDialect === 'sqlite' ? 1 : 0);
  });
});
