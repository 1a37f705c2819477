import { testDialect } from '../../support/databases.js';
import { exportedMetrics } from './exported-metrics.js';
import { ObservedDemo, SECRET } from './observed-demo.js';
import { collectedBy, OtlpCollector, treeOf, type CollectedSpan } from './otlp-collector.js';

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;
/** A trace and a span of a client. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const system = { postgres: 'postgresql' }[testDialect as 'postgres'] ?? testDialect;

describe('a service with the variables OTEL_*', () => {
  let collector: OtlpCollector;
  let demo: ObservedDemo;
  beforeAll(async () => {
    collector = await OtlpCollector.start();
    Object.assign(process.env, collectedBy(collector));
    demo = await ObservedDemo.start();
  });
  afterAll(async () => {
    await demo.close();
    await collector.close();
  });

  /** The span of a request, and all spans of its trace. */
  async function tracedBy(response: Response): Promise<[CollectedSpan, readonly CollectedSpan[]]> {
    const [version, , spanId, flags] = response.headers.get('traceparent')!.split('-');
    expect([version, flags]).toEqual(['00', '01']);
    const spans = await collector.traceOf(spanId!);
    return [spans.find((span) => span.spanId === spanId)!, spans];
  }

  const statementsIn = (spans: readonly CollectedSpan[]) =>
    spans.filter(({ kind }) => kind === CLIENT);

  it('sends the stages and the statements of a read below the span of its request', async () => {
    const read = await demo.fetch('/api/users/1?include=posts');
    const [root, spans] = await tracedBy(read);
    expect(root).toMatchObject({
      name: 'GET /api/:resource/:id',
      kind: SERVER,
      status: { code: 0 },
    });
    expect(root.parentSpanId).toBeFalsy();
    expect(root.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/:resource/:id',
      'http.response.status_code': 200,
      'url.path': '/api/users/1',
      'url.scheme': 'http',
      'client.address': '127.0.0.1',
      'user.id': '1',
      'resource_api.request_id': read.headers.get('x-request-id'),
    });
    const stages = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
    const names = stages.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) === at)).toEqual([
      'authenticate',
      'authorize',
      'parse',
      'plan',
      'execute',
      'ask',
      'serialize',
    ]);
    const statements = statementsIn(spans);
    expect(await demo.lineOf(read)).toMatchObject({ statements: statements.length });
    const texts = statements.map(({ attributes }) => attributes['db.query.text']);
    for (const table of ['tokens', 'users', 'posts'])
      expect(texts).toContainEqual(expect.stringMatching(`from .?${table}`));
    const parents = statements.map(({ parentSpanId }) =>
      spans.find(({ spanId }) => spanId === parentSpanId),
    );
    for (const parent of parents) expect(['authenticate', 'execute']).toContain(parent!.name);
    for (const { attributes } of statements)
      expect(attributes).toMatchObject({
        'db.system.name': system,
        'db.operation.name': 'SELECT',
        'db.response.returned_rows': expect.any(Number),
      });
  });

  it('sends the statements of a write, without values, in the span of its transaction', async () => {
    const response = await demo.fetch('/api/posts/1', {
      method: 'PATCH',
      body: { title: `A title with ${SECRET}` },
    });
    expect(response.status).toBe(200);
    const [root, spans] = await tracedBy(response);
    expect(root.name).toBe('PATCH /api/:resource/:id');
    const writing = statementsIn(spans).filter(({ attributes }) =>
      /update .?posts/.test(String(attributes['db.query.text'])),
    );
    expect(writing).toHaveLength(1);
    expect(spans.filter(({ status }) => status.code === ERROR)).toEqual([]);
    const parent = spans.find(({ spanId }) => spanId === writing[0]!.parentSpanId);
    expect(parent!.name).toBe('transaction');
    expect(collector.text).not.toContain(SECRET);
  });

  it.each([
    ['a statement', '/api/broken'],
    ['code', '/api/broken/code'],
  ])('records a fault in %s without its message and values', async (_what, path) => {
    const response = await demo.fetch(path);
    expect(response.status).toBe(500);
    const [root, spans] = await tracedBy(response);
    expect(root.status.code).toBe(ERROR);
    expect(root.attributes).toMatchObject({
      'error.type': 'server_error',
      'http.response.status_code': 500,
    });
    const [exception] = root.events;
    expect(exception).toMatchObject({ name: 'exception' });
    expect(exception!.attributes['exception.stacktrace']).toMatch(/^\s+at .*:\d+/);
    const failed = statementsIn(spans).filter(({ status }) => status.code === ERROR);
    expect(failed.map(({ attributes }) => typeof attributes['error.type'])).toEqual(
      path === '/api/broken' ? ['string'] : [],
    );
    expect(collector.text).not.toContain(SECRET);
    const line = demo.lines.find(
      ({ event, trace_id }) => event === 'fault' && trace_id === root.traceId,
    );
    expect(line).toMatchObject({ request_id: response.headers.get('x-request-id') });
  });

  it('does not report refused requests as errors', async () => {
    for (const [path, status] of [
      ['/api/users/999999', 404],
      ['/api/users?page=nothing', 400],
    ] as const) {
      const response = await demo.fetch(path);
      expect(response.status).toBe(status);
      const [, spans] = await tracedBy(response);
      expect(spans.filter(({ status: { code } }) => code === ERROR)).toEqual([]);
    }
  });

  it('sends a span for a request that is refused before anything else runs', async () => {
    const response = await demo.fetch('/api/users/%00');
    expect(response.status).toBe(400);
    const id = response.headers.get('x-request-id');
    const find = () =>
      collector.spans.find(({ attributes }) => attributes['resource_api.request_id'] === id);
    await collector.until(() => find() !== undefined);
    expect(find()).toMatchObject({
      name: 'GET /api/:resource/:id',
      kind: SERVER,
      attributes: { 'http.response.status_code': 400, 'url.path': '/api/users/%00' },
    });
  });

  it('sends the stages and statements of an explained read, too', async () => {
    const headers = { prefer: 'explain' };
    const response = await demo.fetch('/api/users/1?include=posts', { headers });
    const { data } = (await response.json()) as {
      readonly data: { readonly statements: readonly { readonly sql: string }[] };
    };
    const [, spans] = await tracedBy(response);
    const statements = statementsIn(spans);
    const texts = statements.map(({ attributes }) => attributes['db.query.text']);
    expect(data.statements.length).toBeGreaterThan(0);
    for (const { sql } of data.statements) expect(texts).toContain(sql);
    const names = spans.map(({ name }) => name);
    for (const stage of ['parse', 'plan', 'execute', 'serialize']) expect(names).toContain(stage);
    expect(await demo.lineOf(response)).toMatchObject({ statements: statements.length });
  });

  it('sends a span for the call of a tool, with what it does below', async () => {
    const response = await demo.fetch('/mcp', {
      method: 'POST',
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'users-show-tool', arguments: { id: '1' } },
      },
      headers: { accept: 'application/json, text/event-stream' },
    });
    expect(await response.text()).toContain('Ann Lee');
    const [root, spans] = await tracedBy(response);
    expect(root.name).toBe('POST /mcp');
    const call = spans.find(({ name }) => name === 'tools/call users-show-tool')!;
    expect(call).toMatchObject({
      parentSpanId: root.spanId,
      attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'users-show-tool' },
    });
    expect(treeOf(spans, call)).toEqual(expect.arrayContaining(['  execute', '    SELECT']));
  });

  it('sends a span for an action, with its transactions below', async () => {
    const response = await demo.fetch('/api/posts/actions?action=publish-posts', {
      method: 'POST',
      body: { repositories: ['1', '2'] },
    });
    expect(response.status).toBe(200);
    const [root, spans] = await tracedBy(response);
    const action = spans.find(({ name }) => name === 'action publish-posts')!;
    const write = spans.find(({ spanId }) => spanId === action.parentSpanId)!;
    expect([write.name, write.parentSpanId]).toEqual(['write', root.spanId]);
    expect(treeOf(spans, action)).toContain('  transaction');
  });

  it('continues the trace of a client', async () => {
    const response = await demo.fetch('/api/users/1', {
      headers: { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'vendor=value' },
    });
    const [root] = await tracedBy(response);
    expect([root.traceId, root.parentSpanId]).toEqual([TRACE, SPAN]);
    expect(await demo.lineOf(response)).toMatchObject({ trace_id: TRACE });
  });

  it('does not record a request whose client has decided against it', async () => {
    const response = await demo.fetch('/api/users/1', {
      headers: { traceparent: `00-${TRACE.replace('4', '5')}-${SPAN}-00` },
    });
    expect(response.headers.get('traceparent')).toMatch(/^00-5bf9\w+-\w{16}-00$/);
  });

  it.each([
    'nonsense',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
  ])('ignores a traceparent that is not valid: %s', async (traceparent) => {
    const response = await demo.fetch('/api/users/1', { headers: { traceparent } });
    const [root] = await tracedBy(response);
    expect(root.traceId).not.toBe(TRACE);
    expect(root.parentSpanId).toBeFalsy();
    expect(await demo.lineOf(response)).toMatchObject({ trace_id: root.traceId });
  });

  it('names a request without a route by its method, and an unknown method HTTP', async () => {
    const missing = await demo.fetch('/nowhere/1');
    expect((await tracedBy(missing))[0].name).toBe('GET');
    const unknown = await demo.fetch('/nowhere/1', { method: 'PROPFIND' });
    const [root] = await tracedBy(unknown);
    expect([root.name, root.attributes['http.request.method']]).toEqual(['HTTP', '_OTHER']);
  });

  it('separates concurrent requests', async () => {
    const tables = ['users', 'posts', 'companies', 'roles'];
    // Counts of several requests are sent together, in the trace of one of them.
    const responses = await Promise.all(
      tables.map((table) => demo.fetch(`/api/${table}?count=none`)),
    );
    for (const [at, response] of responses.entries()) {
      const [root, spans] = await tracedBy(response);
      const reads = spans.filter(({ name }) => name === 'execute');
      const parents = [root, ...reads].map(({ spanId }) => spanId);
      const texts = statementsIn(spans)
        .filter(({ parentSpanId }) => parents.includes(parentSpanId!))
        .map(({ attributes }) => attributes['db.query.text']);
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toMatch(new RegExp(`from .?${tables[at]}`));
    }
  });

  it('counts the statements of a request in its log line', async () => {
    const responses: Response[] = [];
    const sent = await demo.statements(async () => {
      responses.push(await demo.fetch('/api/users/1?include=posts,roles'));
    });
    expect(await demo.lineOf(responses[0]!)).toMatchObject({ statements: sent.length, user: '1' });
  });

  it('names the service, unless a variable does', async () => {
    await tracedBy(await demo.fetch('/api/users/1'));
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'resource-api' });
  });

  it('exports the figures of /metrics by the names of the conventions', async () => {
    await demo.fetch('/api/posts/actions?action=publish-posts', {
      method: 'POST',
      body: { repositories: 'all' },
    });
    const has = (name: string) => collector.metrics.some((metric) => metric.name === name);
    await demo.fetch('/api/users/%00');
    const responses = () =>
      collector.metrics
        .filter(({ name }) => name === 'http.server.request.duration')
        .flatMap(({ points }) => points);
    const record = { 'http.request.method': 'GET', 'http.route': '/api/:resource/:id' };
    const isRefused = (point: Readonly<Record<string, unknown>>) =>
      point['http.route'] === record['http.route'] && point['http.response.status_code'] === 400;
    await collector.until(() => exportedMetrics.every(has) && responses().some(isRefused));
    expect(responses()).toContainEqual({
      ...record,
      'http.response.status_code': 200,
      'resource_api.resource': 'users',
      'url.scheme': 'http',
    });
    const routes = new Set(responses().map((point) => point['http.route']));
    expect([...routes].filter((route) => String(route).includes('nowhere'))).toEqual([]);
  });

  it('sends the last spans when it stops, and is off afterwards', async () => {
    const { headers } = await demo.fetch('/api/users/1');
    const [, , spanId] = headers.get('traceparent')!.split('-');
    await demo.close();
    expect(collector.spans.map((span) => span.spanId)).toContain(spanId);
    demo = await ObservedDemo.start();
    const again = await demo.fetch('/api/users/1');
    expect((await tracedBy(again))[0].name).toBe('GET /api/:resource/:id');
  });
});
