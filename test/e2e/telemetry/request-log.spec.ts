import { ObservedDemo, SECRET } from './observed-demo.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the log of requests without OpenTelemetry', () => {
  let demo: ObservedDemo;
  beforeAll(async () => {
    demo = await ObservedDemo.start();
  });
  afterAll(() => demo.close());

  it('contains user, status, bytes and duration, and traces nothing', async () => {
    const response = await demo.fetch('/api/users/1', { as: 'reader' });
    expect(await demo.lineOf(response)).toEqual({
      level: 'info',
      time: expect.any(String),
      event: 'request',
      method: 'GET',
      path: '/api/users/1',
      route: '/api/:resource/:id',
      status: 200,
      bytes: (await response.arrayBuffer()).byteLength,
      milliseconds: expect.any(Number),
      user: '4',
      clientAddress: '127.0.0.1',
      request_id: response.headers.get('x-request-id'),
    });
    expect(response.headers.has('traceparent')).toBe(false);
  });

  it('contains the trace of the client', async () => {
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    const response = await demo.fetch('/api/users/1', { headers: { traceparent } });
    expect(await demo.lineOf(response)).toMatchObject({ trace_id: TRACE });
    expect(response.headers.has('traceparent')).toBe(false);
  });

  it.each(['nonsense', `00-${TRACE}-${'0'.repeat(16)}-01`, `ff-${TRACE}-${SPAN}-01`, ''])(
    'ignores a traceparent that is not valid: "%s"',
    async (traceparent) => {
      const response = await demo.fetch('/api/users/1', { headers: { traceparent } });
      expect(response.status).toBe(200);
      expect(await demo.lineOf(response)).not.toHaveProperty('trace_id');
    },
  );

  it('contains no user for a request without one', async () => {
    const response = await demo.fetch('/api/users/1', { as: null });
    expect(response.status).toBe(401);
    expect(await demo.lineOf(response)).not.toHaveProperty('user');
  });

  it.each([
    ['HEAD', '/api/users/1', 200],
    ['DELETE', '/api/comments/1', 204],
  ])('counts no bytes for a response without a body: %s', async (method, path, status) => {
    const response = await demo.fetch(path, { method });
    expect(response.status).toBe(status);
    expect(await demo.lineOf(response)).toMatchObject({ bytes: 0 });
  });

  it('counts the bytes of compressed bodies and of streams as they are sent', async () => {
    const compressed = await demo.fetch('/api/posts', { headers: { 'accept-encoding': 'gzip' } });
    const plain = await demo.fetch('/api/posts', { headers: { 'accept-encoding': 'identity' } });
    const [short, long] = [await demo.lineOf(compressed), await demo.lineOf(plain)];
    expect(long.bytes).toBe((await plain.arrayBuffer()).byteLength);
    expect(short.bytes).toBeLessThan(long.bytes as number);
    const headers = { accept: 'text/csv', 'accept-encoding': 'identity' };
    const exported = await demo.fetch('/api/posts?perPage=all', { headers });
    expect(exported.headers.has('content-length')).toBe(false);
    const { bytes } = await demo.lineOf(exported);
    expect(bytes).toBeGreaterThan((await exported.arrayBuffer()).byteLength);
  });

  it('contains the trace of the client in lines for faults', async () => {
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    await demo.fetch('/api/broken', { headers: { traceparent } });
    const line = demo.lines.find(({ event }) => event === 'fault');
    expect(line).toMatchObject({ trace_id: TRACE, code: 'server_error' });
    expect(JSON.stringify(line)).not.toContain(SECRET);
  });
});

describe('the log of requests with the option logStatements', () => {
  it('contains the number of statements, also of concurrent requests and of writes', async () => {
    const demo = await ObservedDemo.start({ logStatements: true });
    try {
      const countOf = async (path: string, body?: object): Promise<readonly unknown[]> => {
        const responses: Response[] = [];
        const sent = await demo.statements(async () => {
          responses.push(await demo.fetch(path, { ...(body && { method: 'PATCH', body }) }));
        });
        return [sent.length, (await demo.lineOf(responses[0]!)).statements];
      };
      await demo.fetch('/api/users/1');
      for (const path of ['/api/users/1', '/api/posts?include=comments,user']) {
        const [sent, logged] = await countOf(path);
        expect(logged).toBe(sent);
      }
      const [sent, logged] = await countOf('/api/posts/1', { title: 'A title' });
      expect(logged).toBe(sent);

      const paths = ['/api/users/1', '/api/posts?include=comments,user', '/api/companies'];
      let total = 0;
      const all = await demo.statements(async () => {
        const responses = await Promise.all(paths.map((path) => demo.fetch(path)));
        for (const response of responses)
          total += (await demo.lineOf(response)).statements as number;
      });
      expect(total).toBe(all.length);
    } finally {
      await demo.close();
    }
  });

  it('counts statements for their request, also where it waits for the connection of another one', async () => {
    const demo = await ObservedDemo.start({ logStatements: true }, { poolSize: 1 });
    try {
      const paths = ['/api/users/1', '/api/posts?include=comments,user', '/api/companies'];
      const countsOf = async (responses: readonly Response[]) =>
        Promise.all(
          responses.map(async (response) => (await demo.lineOf(response)).statements as number),
        );
      await demo.fetch('/api/users/1');
      const alone: number[] = [];
      for (const path of paths) alone.push(...(await countsOf([await demo.fetch(path)])));
      let together: readonly number[] = [];
      const sent = await demo.statements(async () => {
        together = await countsOf(await Promise.all(paths.map((path) => demo.fetch(path))));
      });
      // A statement that finds the tokens of several requests belongs to one of them.
      for (const [at, count] of together.entries()) expect(count).toBeLessThanOrEqual(alone[at]!);
      expect(together.reduce((sum, count) => sum + count)).toBe(sent.length);
    } finally {
      await demo.close();
    }
  });
});
