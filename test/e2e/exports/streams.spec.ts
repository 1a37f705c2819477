import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RecordLoader } from '../../../src/database/read/record-loader.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { CSV, NDJSON } from './exported.js';

/** Posts, from the last one, that are long: more than the buffers of a connection hold. */
const LONG = 300;
const CHARACTERS = 100_000;
const ALL = '/api/posts?perPage=all';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  for (const account of ['admin', 'editor', 'author'] as const) await demo.tokenOf(account);
  await demo.database.write('update posts set description = ? where id > ?', [
    'x'.repeat(CHARACTERS),
    2_000 - LONG,
  ]);
  await demo.app.listen(0, '127.0.0.1');
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => demo?.close());

/** Turns of the event loop in which anything that can go on has gone on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await new Promise((next) => setImmediate(next));
}

/** What a client that sends a request sees, and the service's side of it. */
interface Open {
  /** Nothing is read of it yet. */
  readonly response: IncomingMessage;
  readonly socket: Socket;
  readonly sent: ServerResponse;
}

/** What differs from the admin's request for NDJSON. */
interface Request {
  readonly as?: DemoAccount;
  readonly encoding?: string;
  readonly accept?: string;
  readonly app?: NestFastifyApplication;
}

/** Requests all posts over a connection of its own. */
async function open({
  as = 'admin',
  encoding = 'identity',
  accept = NDJSON,
  app = demo.app,
}: Request = {}): Promise<Open> {
  const server = app.getHttpServer();
  const headers = {
    ...(await demo.headers(as)),
    ...{ accept, 'accept-encoding': encoding },
  };
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const { port } = server.address() as AddressInfo;
  const call = request({ port, path: ALL, headers, agent: false }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  // Of a client that leaves.
  call.on('error', () => undefined);
  response.on('error', () => undefined);
  return { response, socket: (await connected)[0], sent: (await requested)[1] };
}

/** Waits until the client's and the service's buffers are full. */
async function stalled({ sent }: Open): Promise<void> {
  while (!sent.writableNeedDrain) await settle();
  await settle();
}

/** Ends the connection, and waits until the service notices it. */
async function leave(response: IncomingMessage, socket: Socket): Promise<void> {
  const closed = new Promise((done) => socket.once('close', done));
  response.destroy();
  await closed;
}

async function linesIn(response: IncomingMessage): Promise<number> {
  let lines = 0;
  for await (const piece of response as AsyncIterable<Buffer>)
    for (const byte of piece) if (byte === 10) lines += 1;
  return lines;
}

/** Runs the function in place of the second chunk. */
function insteadOfSecondChunk(work: () => Promise<void>) {
  const { page } = RecordLoader.prototype;
  const reads = jest.spyOn(RecordLoader.prototype, 'page');
  reads.mockImplementation(async function (this: RecordLoader, ...given) {
    if (reads.mock.calls.length === 2) await work();
    return page.apply(this, given);
  });
  return reads;
}

/** A promise, and what resolves it. */
function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
  let resolve!: () => void;
  const opened = new Promise<void>((done) => (resolve = done));
  return { opened, open: resolve };
}

describe('An export over a connection (C17.3)', () => {
  it.each(['identity', 'br', 'gzip'])(
    'breaks if reading fails in the middle: %s',
    async (encoding) => {
      const failing = latch();
      insteadOfSecondChunk(async () => {
        await failing.opened;
        throw new Error('The disk is gone.');
      });
      const { response } = await open({ encoding });
      expect(response.statusCode).toBe(200);
      failing.open();
      response.resume();
      const [error] = (await once(response, 'error')) as [Error];
      expect([error.message, response.complete]).toEqual(['aborted', false]);
    },
  );

  it('is an error in JSON if the first chunk fails', async () => {
    jest.spyOn(RecordLoader.prototype, 'page').mockRejectedValue(new Error('The disk is gone.'));
    const { response } = await open();
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      500,
      'application/json; charset=utf-8',
    ]);
    expect(response.headers['content-disposition']).toBeUndefined();
    response.destroy();
  });

  it('stops reading when the client leaves', async () => {
    const waiting = latch();
    const reads = insteadOfSecondChunk(() => waiting.opened);
    const { response, socket } = await open();
    response.resume();
    await once(response, 'data');
    await leave(response, socket);
    waiting.open();
    await settle();
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('reads no further than the client, and goes on with it', async () => {
    const reads = jest.spyOn(RecordLoader.prototype, 'page');
    const unread = await open();
    await stalled(unread);
    const before = reads.mock.calls.length;
    await settle();
    expect(reads.mock.calls.length).toBe(before);
    expect(await linesIn(unread.response)).toBe(2_000);
    expect(reads.mock.calls.length).toBeGreaterThan(before + 10);
  });

  it('keeps no connection to the database, and no place of a large read, for clients that left (C12)', async () => {
    // More than the pool has.
    for (let client = 0; client < 30; client++) {
      const { response, socket } = await open();
      await leave(response, socket);
    }
    const pages = Array.from({ length: 30 }, () => demo.get('/posts?perPage=1&page=2'));
    const responses = await Promise.all(pages);
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(30).fill(200));
    expect((await demo.get('/posts?perPage=50')).status).toBe(200);
  });

  it('lets others read large pages while its clients do not read (C12)', async () => {
    const slow = [await open(), await open({ as: 'editor', accept: CSV })];
    for (const each of slow) await stalled(each);
    const large = await demo.client('author').get('/posts?perPage=50');
    expect([large.status, large.text.length > 1024 * 1024]).toEqual([200, true]);
    for (const { response } of slow) response.destroy();
  });
});

describe('A service that stops (C9)', () => {
  it('finishes an export that is read', async () => {
    const node = await startNode(demo, {});
    await node.listen(0, '127.0.0.1');
    const { response } = await open({ app: node });
    const closing = node.close();
    expect(await linesIn(response)).toBe(2_000);
    expect(response.complete).toBe(true);
    await closing;
  });

  it('breaks an export that is not read, after the time to finish requests', async () => {
    const node = await startNode(demo, { limits: { shutdownGrace: 200 } });
    await node.listen(0, '127.0.0.1');
    const unread = await open({ app: node });
    await stalled(unread);
    await node.close();
    unread.response.resume();
    await once(unread.response, 'error');
    expect(unread.response.complete).toBe(false);
  });
});

describe('The rate of a user (C12)', () => {
  it('counts an export as one request', async () => {
    const node = await startNode(demo, { rates: { userPerMinute: 2 } });
    const headers = { ...(await demo.headers('admin')), accept: CSV };
    const url = '/api/posts?perPage=all&fields[posts]=id';
    const statuses: number[] = [];
    for (let time = 0; time < 3; time++)
      statuses.push((await node.inject({ url, headers })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    await node.close();
  });
});
