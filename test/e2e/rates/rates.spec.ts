import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DATABASE, type Database, type RateOptions } from '../../../src/index.js';
import { BoundedCounts } from '../../../src/addons/rates/bounded-counts.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { freezeClock } from '../../support/freeze-clock.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
// A window of a minute does not end during a test, however long that runs.
freezeClock('performance');

/** Runs a test against a second node on the demo's database with these rates. */
async function withRates(
  rates: RateOptions,
  test: (app: NestFastifyApplication) => Promise<void>,
  trustedProxies: readonly string[] = [],
): Promise<void> {
  const app = await startNode(demo, { rates, trustedProxies });
  await test(app).finally(() => app.close());
}

interface Caller {
  readonly token?: string;
  readonly from?: string;
  /** The client address of a request, and its headers. */
  readonly forwarded?: string;
}

const request = (
  app: NestFastifyApplication,
  url: string,
  { token, from = '10.0.0.1', forwarded }: Caller = {},
) =>
  app.inject({
    method: 'GET',
    url,
    remoteAddress: from,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
  });

async function statuses(
  app: NestFastifyApplication,
  count: number,
  url: string,
  caller?: Caller,
): Promise<number[]> {
  const responses = [];
  for (let at = 0; at < count; at++) responses.push((await request(app, url, caller)).statusCode);
  return responses;
}

const demoAuthentication = () => deployment(readEnvironment({})).options.authentication;

/** The SQL statements that a node sends from now on. */
function observe(app: NestFastifyApplication): { readonly observed: readonly string[] } {
  const observed: string[] = [];
  app.get<Database>(DATABASE).observe((sql) => observed.push(sql));
  return { observed };
}

async function anotherToken(): Promise<string> {
  const payload = { email: 'reader@example.com', password: 'password' };
  const response = await demo.app.inject({ method: 'POST', url: '/api/login', payload });
  return response.json<{ access_token: string }>().access_token;
}

describe('Rates', () => {
  it('come from the environment (C12)', () => {
    const { options } = deployment(readEnvironment({ RATE_PER_USER: '7', RATE_PER_PEER: '9' }));
    expect(options.rates).toEqual({ userPerMinute: 7, peerPerMinute: 9 });
  });
});

describe('Without rates', () => {
  it('reject nobody (C12)', async () => {
    const token = await demo.tokenOf('reader');
    const responses = await Promise.all(
      Array.from({ length: 300 }, () => request(demo.app, '/api/tokens', { token })),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});

describe('The headers of rates (C12)', () => {
  const headersOf = ({ headers }: Awaited<ReturnType<typeof request>>) => [
    headers['ratelimit-policy'],
    headers.ratelimit,
  ];

  it('contain each policy that counts the request, and what is left of it', () =>
    withRates({ peerPerMinute: 3, userPerMinute: 2 }, async (app) => {
      const token = await demo.tokenOf('reader');
      const both = '"client-address";q=3;w=60, "user";q=2;w=60';
      const first = await request(app, '/api/tokens', { token });
      expect(headersOf(first)).toEqual([both, '"client-address";r=2;t=60, "user";r=1;t=60']);
      expect(headersOf(await request(app, '/api/tokens'))).toEqual([
        '"client-address";q=3;w=60',
        '"client-address";r=1;t=60',
      ]);
      jest.advanceTimersByTime(1_500);
      await request(app, '/api/tokens', { token, from: '10.0.0.2' });
      const refused = await request(app, '/api/tokens', { token });
      expect(refused.statusCode).toBe(429);
      expect(headersOf(refused)).toEqual([both, '"client-address";r=0;t=59, "user";r=0;t=59']);
      expect(refused.headers['retry-after']).toBe('59');
    }));

  it('are not sent without rates', async () => {
    const token = await demo.tokenOf('reader');
    expect(headersOf(await request(demo.app, '/api/tokens', { token }))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('name the limit on wrong credentials once it is reached', async () => {
    const app = await startNode(demo, {
      authentication: { ...demoAuthentication(), failuresPerMinute: 1 },
    });
    try {
      const payload = { email: 'nobody@example.com', password: 'wrong' };
      const login = () => app.inject({ method: 'POST', url: '/api/login', payload });
      expect(headersOf(await login())).toEqual([undefined, undefined]);
      const refused = await login();
      const [policy, state] = headersOf(refused);
      expect([refused.statusCode, policy]).toEqual([429, '"wrong-credentials";q=1;w=60']);
      expect(state).toBe(`"wrong-credentials";r=0;t=${refused.headers['retry-after']}`);
    } finally {
      await app.close();
    }
  });
});

describe('Behind a proxy', () => {
  const statusesOf = async (app: NestFastifyApplication, callers: readonly Caller[]) => {
    const responses = [];
    for (const caller of callers)
      responses.push((await request(app, '/api/tokens', caller)).statusCode);
    return responses;
  };

  it('treats all callers as one client address if no proxy is configured, with any headers (C2.6)', () =>
    withRates({ peerPerMinute: 1 }, async (app) => {
      expect(await statusesOf(app, [{ forwarded: '1.1.1.1' }, { forwarded: '1.1.1.2' }])).toEqual([
        401, 429,
      ]);
    }));

  it.each([['10.0.0.1'], ['10.0.0.0/24'], ['uniquelocal'], ['192.0.2.1', '10.0.0.1']])(
    "uses each caller's client address if the option names the proxy: %s (C2.6)",
    (...proxies) =>
      withRates(
        { peerPerMinute: 1 },
        async (app) => {
          const callers = ['1.1.1.1', '1.1.1.2', '1.1.1.1', '2001:db8::1', '2001:db8::2'];
          expect(
            await statusesOf(
              app,
              callers.map((forwarded) => ({ forwarded })),
            ),
          ).toEqual([401, 401, 429, 401, 429]);
        },
        proxies,
      ),
  );

  it('ignores addresses from others, and those that the caller made the proxy pass on (C2.6)', () =>
    withRates(
      { peerPerMinute: 1 },
      async (app) => {
        const direct = ['1.1.1.1', '1.1.1.2'].map((forwarded) => ({ from: '10.0.0.2', forwarded }));
        expect(await statusesOf(app, direct)).toEqual([401, 429]);
        const passedOn = ['9.9.9.1, 1.1.1.3', '9.9.9.2, 1.1.1.3'].map((forwarded) => ({
          forwarded,
        }));
        expect(await statusesOf(app, passedOn)).toEqual([401, 429]);
      },
      ['10.0.0.1'],
    ));

  it('counts a string that is not an address as the proxy (C2.6)', () =>
    withRates(
      { peerPerMinute: 1 },
      async (app) => {
        const claims = ['unknown', 'a\u00e9"\\', '1.1.1.1:80', '999.1.1.1', ''];
        expect(
          await statusesOf(
            app,
            claims.map((forwarded) => ({ forwarded })),
          ),
        ).toEqual([401, 429, 429, 429, 429]);
      },
      ['10.0.0.1'],
    ));
});

describe('A rate for each client address', () => {
  it('allows the configured number of requests, and rejects the next one with 429 and the seconds to wait (C9, C12)', () =>
    withRates({ peerPerMinute: 3 }, async (app) => {
      const token = await demo.tokenOf('reader');
      expect(await statuses(app, 3, '/api/tokens', { token })).toEqual([200, 200, 200]);
      const response = await request(app, '/api/tokens', { token });
      expect([response.statusCode, response.json()]).toEqual([
        429,
        { message: 'Too many requests.', code: 'too_many_requests' },
      ]);
      expect(response.headers['retry-after']).toBe('60');
      expect(await statuses(app, 1, '/api/tokens', { token, from: '10.0.0.2' })).toEqual([200]);
    }));

  it('counts requests that are rejected, public or without a route, from any caller (C12)', () =>
    withRates({ peerPerMinute: 3 }, async (app) => {
      const urls = ['/api/tokens', '/storage/nothing', '/nowhere', '/api/tokens'];
      const responses = [];
      for (const url of urls) responses.push((await request(app, url)).statusCode);
      expect(responses).toEqual([401, 404, 401, 429]);
    }));

  it('runs no statement for a request that it rejects (C12)', () =>
    withRates({ peerPerMinute: 1 }, async (app) => {
      const token = await demo.tokenOf('reader');
      await request(app, '/nowhere');
      const { observed } = observe(app);
      expect(await statuses(app, 5, '/api/users', { token })).toEqual([429, 429, 429, 429, 429]);
      expect(observed).toEqual([]);
    }));

  it('treats a /64 of IPv6 as one client address, and a mapped address of IPv4 as that address (C12)', () =>
    withRates({ peerPerMinute: 1 }, async (app) => {
      const from = async (address: string) =>
        (await request(app, '/nowhere', { from: address })).statusCode;
      expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff::9')]).toEqual([
        401, 429,
      ]);
      expect([
        await from('2001:db8:1:3::1'),
        await from('10.1.1.1'),
        await from('::ffff:10.1.1.1'),
      ]).toEqual([401, 401, 429]);
    }));

  it('ignores headers about the client address (C1.5)', () =>
    withRates({ peerPerMinute: 1 }, async (app) => {
      const responses = [];
      for (const address of ['1.1.1.1', '2.2.2.2']) {
        const headers = { 'x-forwarded-for': address, 'x-real-ip': address };
        responses.push((await app.inject({ method: 'GET', url: '/nowhere', headers })).statusCode);
      }
      expect(responses).toEqual([401, 429]);
    }));

  it('never rejects requests to monitor the service (C12)', () =>
    withRates({ peerPerMinute: 1 }, async (app) => {
      const here = { from: '127.0.0.1' };
      expect(await statuses(app, 3, '/health/live', here)).toEqual([200, 200, 200]);
      expect(await statuses(app, 3, '/health/ready', here)).toEqual([200, 200, 200]);
      expect(await statuses(app, 3, '/metrics', here)).toEqual([200, 200, 200]);
      expect(await statuses(app, 2, '/health/nowhere', here)).toEqual([404, 429]);
    }));
});

describe('A rate for each user', () => {
  it('counts the user, with any token and address of the requests (C12)', () =>
    withRates({ userPerMinute: 3 }, async (app) => {
      const [first, second] = [await demo.tokenOf('reader'), await anotherToken()];
      expect(await statuses(app, 2, '/api/tokens', { token: first })).toEqual([200, 200]);
      expect(await statuses(app, 2, '/api/users/1', { token: second, from: '10.0.0.2' })).toEqual([
        200, 429,
      ]);
      const response = await request(app, '/api/tokens', { token: first });
      expect([response.statusCode, response.json().code]).toEqual([429, 'too_many_requests']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(
        await statuses(app, 1, '/api/tokens', { token: await demo.tokenOf('editor') }),
      ).toEqual([200]);
    }));

  it('runs one statement for a request that it rejects: to find the user (C12)', () =>
    withRates({ userPerMinute: 1 }, async (app) => {
      const token = await demo.tokenOf('reader');
      await request(app, '/api/tokens', { token });
      const { observed } = observe(app);
      expect(await statuses(app, 2, '/api/users?include=posts', { token })).toEqual([429, 429]);
      expect(observed.filter((sql) => sql.startsWith('select'))).toHaveLength(2);
    }));

  it('counts no requests without a valid token (C12)', () =>
    withRates({ userPerMinute: 1 }, async (app) => {
      expect(await statuses(app, 3, '/api/tokens')).toEqual([401, 401, 401]);
      expect(
        await statuses(app, 1, '/api/tokens', { token: await demo.tokenOf('reader') }),
      ).toEqual([200]);
    }));
});

describe('The memory for rates', () => {
  it('is limited for any number of addresses of a client; a forgotten address starts anew (threats)', async () => {
    const counts = new BoundedCounts(100);
    for (let at = 0; at < 1_000; at++) await counts.increment(`peer ${at}`, 60_000, 1);
    expect(counts.size).toBe(100);
    expect((await counts.increment('peer 999', 60_000, 1)).isBlocked).toBe(true);
    expect((await counts.increment('peer 0', 60_000, 1)).isBlocked).toBe(false);
  });

  it('is freed after its window', async () => {
    const counts = new BoundedCounts();
    expect((await counts.increment('peer', 30, 1)).isBlocked).toBe(false);
    jest.advanceTimersByTime(29);
    expect((await counts.increment('peer', 30, 1)).isBlocked).toBe(true);
    jest.advanceTimersByTime(1);
    expect((await counts.increment('peer', 30, 1)).isBlocked).toBe(false);
    expect(counts.size).toBe(1);
  });
});

describe('A batch of messages for agents', () => {
  const send = async (app: NestFastifyApplication, messages: unknown) => {
    const headers = { authorization: `Bearer ${await demo.tokenOf('reader')}` };
    const payload = JSON.stringify(messages);
    return app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
  };
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const batch = (count: number) => Array.from({ length: count }, (_none, id) => ping(id));

  it.each(['userPerMinute', 'peerPerMinute'] as const)(
    'counts each of its messages against %s (C11.1, C12)',
    (rate) =>
      withRates({ [rate]: 8 }, async (app) => {
        expect((await send(app, batch(5))).json()).toHaveLength(5);
        expect((await send(app, ping(1))).statusCode).toBe(200);
        const refused = await send(app, batch(3));
        expect([refused.statusCode, refused.json()]).toEqual([
          429,
          { message: 'Too many requests.', code: 'too_many_requests' },
        ]);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect((await send(app, ping(1))).statusCode).toBe(429);
      }),
  );

  it('counts as one request if it is empty, and as the largest batch if it is too large (C12)', () =>
    withRates({ userPerMinute: 22 }, async (app) => {
      expect((await send(app, [])).statusCode).toBe(400);
      expect((await send(app, batch(21))).statusCode).toBe(400);
      expect([
        (await send(app, ping(1))).statusCode,
        (await send(app, ping(2))).statusCode,
      ]).toEqual([200, 429]);
    }));
});
