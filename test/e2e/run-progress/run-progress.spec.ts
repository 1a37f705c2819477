import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Shutdown } from '../../../src/base/schedule/shutdown.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

const NDJSON = 'application/x-ndjson';
const JSON_TYPE = 'application/json; charset=utf-8';
const all = { repositories: 'all' };
/** The lines of chunks of three of eight records. */
const chunks = [3, 6, 8].map((records, at) => ({ progress: { chunks: at + 1, records } }));

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
  await depot.app.listen(0, '127.0.0.1');
});
beforeEach(() => depot.fill(8));
afterAll(() => depot.stop());

/** A promise, and what resolves it. */
function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let resolve!: () => void;
  const opened = new Promise<void>((done) => (resolve = done));
  return { opened, open: resolve };
}

/** Has the handler wait in the chunk with this sack, once it is reached, and then do the work. */
function waitAt(id: number, work: () => unknown = () => undefined) {
  const [gate, place] = [latch(), latch()];
  depot.actions.work = async (_request, sacks) => {
    if (!sacks.some((sack) => sack.id === id)) return { sacks: sacks.length };
    place.open();
    await gate.opened;
    return work() ?? { sacks: sacks.length };
  };
  return { open: gate.open, reached: place.opened };
}

/** Sends a run over a connection of its own, and returns once the response begins. */
async function open(
  headers: Readonly<Record<string, string>> = {},
  {
    body = all,
    path = 'sacks/actions?action=grind-sacks',
  }: { readonly body?: object; readonly path?: string } = {},
): Promise<IncomingMessage> {
  const { port } = depot.app.getHttpServer().address() as AddressInfo;
  const sent = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: `/api/${path}`, agent: false },
    headers: {
      ...(await depot.headers('head')),
      'content-type': 'application/json',
      accept: NDJSON,
      ...headers,
    },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => undefined);
  response.on('error', () => undefined);
  return response;
}

/** The lines of a response as they arrive. */
function linesOf(response: IncomingMessage): AsyncIterator<unknown> {
  const decode = { br: createBrotliDecompress, gzip: createGunzip }[
    response.headers['content-encoding'] ?? ''
  ];
  const input = decode ? response.pipe(decode()) : response;
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await lines.next();
      return done ? { done, value } : { done: false, value: JSON.parse(value) as unknown };
    },
  };
}

async function rest(lines: AsyncIterator<unknown>): Promise<readonly unknown[]> {
  const read: unknown[] = [];
  for (let line = await lines.next(); !line.done; line = await lines.next()) read.push(line.value);
  return read;
}

const factsOf = ({ statusCode, headers }: IncomingMessage) => [statusCode, headers['content-type']];

/** The JSON of a response that is not a stream of lines. */
async function bodyOf(response: IncomingMessage): Promise<any> {
  let text = '';
  for await (const piece of response) text += String(piece);
  return JSON.parse(text);
}

const ordinary = async (headers = {}) =>
  await depot.client('head').with(headers).post<any>('/sacks/actions?action=grind-sacks', all);

describe('A run over all records that reports its progress (C6.10)', () => {
  it.each(['identity', 'br', 'gzip'])(
    'sends a line per chunk while it runs, and then its response: %s',
    async (encoding) => {
      const gate = waitAt(5);
      const response = await open({ 'accept-encoding': encoding });
      expect(factsOf(response)).toEqual([200, `${NDJSON}; charset=utf-8`]);
      expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(response.headers.vary).toContain('Accept');
      expect(response.headers['x-accel-buffering']).toBe('no');
      const lines = linesOf(response);
      expect((await lines.next()).value).toEqual(chunks[0]);
      gate.open();
      const { status, body } = await ordinary();
      expect(await rest(lines)).toEqual([...chunks.slice(1), { status, body }]);
      expect(status).toBe(200);
    },
  );

  it('reports a response without a body as 204', async () => {
    depot.actions.work = () => undefined;
    await depot.fill(2);
    const response = await open();
    expect(response.statusCode).toBe(200);
    expect(await rest(linesOf(response))).toEqual([
      { progress: { chunks: 1, records: 2 } },
      { status: 204, body: null },
    ]);
  });

  it('reports an error in a later chunk as its last line', async () => {
    const gate = waitAt(5, () => {
      throw new Error('The stone broke.');
    });
    const response = await open();
    gate.open();
    expect(response.statusCode).toBe(200);
    const plain = await ordinary();
    expect(plain.status).toBe(500);
    expect(await rest(linesOf(response))).toEqual([
      chunks[0],
      {
        status: 500,
        body: {
          ...plain.body,
          meta: { chunks: 1, records: 3 },
          request_id: response.headers['x-request-id'],
        },
      },
    ]);
    expect(
      depot.lines.some((line) => line.includes(String(response.headers['x-request-id']))),
    ).toBe(true);
  });

  it('counts with the status of its last line in the metrics', async () => {
    const count = async () => {
      const { body } = await depot.app.inject({ url: '/metrics' });
      return Number(
        /http_requests_total\{method="POST",[^}]*resource="sacks",status="500"\} (\d+)/.exec(
          body,
        )?.[1] ?? 0,
      );
    };
    waitAt(5, () => {
      throw new Error('The stone broke.');
    }).open();
    const before = await count();
    const response = await open();
    expect(response.statusCode).toBe(200);
    await rest(linesOf(response));
    expect(await count()).toBe(before + 1);
  });

  it('stops after its chunk when the service shuts down (C6.8)', async () => {
    const usual = depot;
    depot = await SackDepot.start();
    try {
      await depot.app.listen(0, '127.0.0.1');
      await depot.fill(8);
      const gate = waitAt(5);
      const response = await open();
      const lines = linesOf(response);
      expect((await lines.next()).value).toEqual(chunks[0]);
      await gate.reached;
      const stopping = depot.provider(Shutdown);
      const closed = depot.stop();
      while (!stopping.isStopping) await new Promise((next) => setImmediate(next));
      gate.open();
      expect(await rest(lines)).toEqual([
        chunks[1],
        {
          status: 503,
          body: expect.objectContaining({ code: 'unavailable', meta: { chunks: 2, records: 6 } }),
        },
      ]);
      await closed;
    } finally {
      depot = usual;
    }
  });

  it('is an ordinary response if the first chunk fails', async () => {
    waitAt(1, () => {
      throw new Error('The stone broke.');
    }).open();
    const response = await open();
    expect(factsOf(response)).toEqual([500, JSON_TYPE]);
    expect((await bodyOf(response)).meta).toEqual({ chunks: 0, records: 0 });
  });

  it('is an ordinary response if no chunk has records, or the records are listed', async () => {
    const listed = await open({}, { body: { repositories: [1, 2] } });
    expect(factsOf(listed)).toEqual([204, undefined]);
    depot.actions.work = (_request, sacks) => ({ sacks: sacks.length });
    depot.actions.canRun = () => false;
    const none = await open();
    expect(factsOf(none)).toEqual([200, JSON_TYPE]);
    expect(await bodyOf(none)).toEqual({ sacks: 0 });
  });

  it('keeps the ordinary response for its key, and replays it as JSON (C13.2)', async () => {
    const gate = waitAt(5);
    const key = { 'idempotency-key': randomUUID() };
    const response = await open(key);
    const lines = linesOf(response);
    expect((await lines.next()).value).toEqual(chunks[0]);
    gate.open();
    const last = (await rest(lines)).at(-1) as { readonly body: unknown };
    for (const accept of [NDJSON, 'application/json']) {
      const replay = await open({ ...key, accept });
      expect([...factsOf(replay), replay.headers['idempotency-replayed']]).toEqual([
        ...[200, JSON_TYPE],
        'true',
      ]);
      expect(await bodyOf(replay)).toEqual(last.body);
    }
  });

  it('keeps the refusal of a later chunk for its key, and writes nothing (C13.2)', async () => {
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      if (sacks[0]!.id === 7) await request.validate();
    };
    const key = { 'idempotency-key': randomUUID() };
    const refuse = { path: 'sacks/actions?action=weigh-sacks', body: { ...all, most: 'x' } };
    const response = await open(key, refuse);
    const [first, second, last] = (await rest(linesOf(response))) as any[];
    expect([first, second]).toEqual(chunks.slice(0, 2));
    expect([last.status, last.body.code]).toEqual([422, 'validation_failed']);
    expect(new Set((await depot.states()).map((state) => state.slice(2)))).toEqual(
      new Set(['new']),
    );
    const replay = await open(key, refuse);
    expect([...factsOf(replay), replay.headers['idempotency-replayed']]).toEqual([
      ...[422, JSON_TYPE],
      'true',
    ]);
    expect(await bodyOf(replay)).toEqual(last.body);
  });

  it('has the ordinary response as a dry run, and beyond its bound (C13.3, C13.4)', async () => {
    depot.actions.work = (request, sacks) => request.update(sacks, { state: 'ground' });
    const dry = await open({ prefer: 'tx=rollback' });
    expect([...factsOf(dry), dry.headers['preference-applied']]).toEqual([
      ...[200, JSON_TYPE],
      'tx=rollback',
    ]);
    expect((await bodyOf(dry)).data.affected.updated).toBe(8);
    const beyond = await open({ prefer: 'max-affected=7' });
    expect(factsOf(beyond)).toEqual([409, JSON_TYPE]);
    beyond.resume();
    const within = await open({ prefer: 'max-affected=8' });
    expect((await rest(linesOf(within))).slice(0, 3)).toEqual(chunks);
  });

  it.each(['*/*', 'application/json', `application/json, ${NDJSON};q=0.5`, 'text/html'])(
    'is JSON for other headers: Accept: %s',
    async (accept) => {
      depot.actions.work = (_request, sacks) => ({ sacks: sacks.length });
      const response = await open({ accept });
      expect(factsOf(response)).toEqual([200, JSON_TYPE]);
      expect(response.headers.vary).toContain('Accept');
      expect((await bodyOf(response)).meta).toEqual({ chunks: 3, records: 8 });
    },
  );

  it('stops after its chunk when the caller disconnects (C6.8)', async () => {
    const gate = waitAt(5);
    const response = await open();
    expect((await linesOf(response).next()).value).toEqual(chunks[0]);
    await gate.reached;
    const server = depot.app.getHttpServer();
    response.destroy();
    while ((await connectionsOf(server)) > 0) await new Promise((next) => setImmediate(next));
    gate.open();
    while (!(await depot.logSummary()).some((line) => line.endsWith('failed')))
      await new Promise((next) => setImmediate(next));
    const [row] = await depot.log();
    expect(row!.meta).toMatchObject({ chunks: 2, records: 6 });
  });

  it('leaves other routes alone', async () => {
    depot.actions.work = (_request, sacks) => ({ sacks: sacks.length });
    const one = await open({}, { path: 'sacks/1/actions?action=tie', body: {} });
    expect(factsOf(one)).toEqual([200, JSON_TYPE]);
    expect(one.headers.vary ?? '').not.toMatch(/Accept(?!-)/);
    one.resume();
  });
});

const connectionsOf = (server: ReturnType<typeof depot.app.getHttpServer>): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error: Error | null, count: number) =>
      error ? reject(error) : resolve(count),
    ),
  );
