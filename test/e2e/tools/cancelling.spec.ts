import { once } from 'node:events';
import { Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { deployment } from '../../../demo/deployment.js';
import { createApplication, Tool, type AgentRequest } from '../../../src/index.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';

const ended: string[] = [];

@Injectable()
class Patience {
  @Tool({
    name: 'wait',
    description: 'Waits until nobody waits for it.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  })
  async wait({ name }: { name: string }, { signal, progress }: AgentRequest) {
    progress(1, 'It waits.');
    if (!signal.aborted) await once(signal, 'abort');
    ended.push(name);
  }

  @Tool({ name: 'client-name', description: 'Returns the name of the client.' })
  clientName(_args: object, { origin }: AgentRequest) {
    return { client: origin.client };
  }
}

@Module({ providers: [Patience] })
class PatienceModule {}

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
let address: URL;
const tokens = new Map<string, string>();

beforeAll(async () => {
  place = await seededDatabase();
  const { options, modules } = deployment(
    readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' }),
  );
  app = await createApplication({ options, modules: [...modules, PatienceModule] });
  validateAgainstDocument(app);
  await app.listen(0, '127.0.0.1');
  address = new URL('/mcp', await app.getUrl());
  for (const account of ['admin', 'editor']) {
    const payload = { email: `${account}@example.com`, password: 'password' };
    const login = await app.inject({ method: 'POST', url: '/api/login', payload });
    tokens.set(account, login.json<{ access_token: string }>().access_token);
  }
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
});

interface Sender {
  readonly account?: string;
  readonly session?: string | undefined;
  readonly accept?: string;
}

const post = (
  message: object,
  { account = 'admin', session, accept = 'application/json, text/event-stream' }: Sender = {},
): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.get(account)}`,
      accept,
      'content-type': 'application/json',
      ...(session !== undefined && { 'mcp-session-id': session }),
    },
    body: JSON.stringify(message),
  });

const request = (id: number | string, method: string, params: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

async function openSession(name = 'by hand'): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name, version: '1' },
  };
  const response = await post(request(0, 'initialize', params));
  await response.text();
  return response.headers.get('mcp-session-id')!;
}

const waiting = (id: number | string, name: string) =>
  request(id, 'tools/call', { name: 'wait', arguments: { name }, _meta: { progressToken: 1 } });

const cancelling = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** Starts a call, and returns once it is running. */
async function begin(message: object, sender: Sender): Promise<() => Promise<string>> {
  const reader = (await post(message, sender))
    .body!.pipeThrough(new TextDecoderStream())
    .getReader();
  expect((await reader.read()).value).toContain('notifications/progress');
  return async () => {
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
    return rest;
  };
}

describe('A cancelling message of the older protocol', () => {
  it('stops the call of its own session, which gets no response (C11)', async () => {
    const session = await openSession();
    const rest = await begin(waiting(7, 'first'), { session });
    expect((await post(cancelling(7), { session })).status).toBe(202);
    expect(await rest()).not.toContain('"result"');
    expect(ended).toContain('first');
  });

  it("stops no other session's call, with any id (C11.2)", async () => {
    const [mine, other] = await Promise.all([openSession(), openSession()]);
    expect(mine).not.toBe(other);
    const rest = await begin(waiting(7, 'mine'), { session: mine });
    const others = await begin(waiting(7, 'other'), { session: other });
    const strangers: readonly (readonly [unknown, Sender])[] = [
      [7, {}],
      [7, { session: 'nonsense' }],
      [7, { session: mine, account: 'editor' }],
      ['7', { session: mine }],
      [8, { session: mine }],
      [null, { session: mine }],
      [{ a: 1 }, { session: mine }],
    ];
    for (const [id, sender] of strangers)
      expect((await post(cancelling(id), sender)).status).toBeLessThan(500);
    expect((await post(cancelling(7), { session: other })).status).toBe(202);
    await others();
    expect(ended).toEqual(expect.arrayContaining(['other']));
    expect(ended).not.toContain('mine');
    await post(cancelling(7), { session: mine });
    await rest();
    expect(ended).toContain('mine');
  });

  it('stops a call with a response in plain JSON, too (C11)', async () => {
    const session = await openSession();
    const response = post(waiting(9, 'plain'), { session, accept: 'application/json' });
    while (!ended.includes('plain')) await post(cancelling(9), { session });
    expect(await (await response).text()).toBe('');
  });
});

describe('A session', () => {
  const clientOf = async (sender: Sender): Promise<unknown> => {
    const response = await post(request(1, 'tools/call', { name: 'client-name' }), {
      accept: 'application/json',
      ...sender,
    });
    return ((await response.json()) as any).result.structuredContent.client;
  };

  it('contains the name of its client (C8.1)', async () => {
    expect(await clientOf({ session: await openSession('Claude Code é') })).toBe('Claude Code é');
    expect(await clientOf({ session: await openSession('x'.repeat(999)) })).toBe('x'.repeat(80));
    expect(await clientOf({})).toBe('node');
  });

  it.each([
    'nonsense',
    '.',
    `${'a'.repeat(22)}.`,
    `${'a'.repeat(22)}.${'b'.repeat(600)}`,
    'a'.repeat(4000),
  ])('is ignored if it was not issued here: %j (C11)', async (session) => {
    expect(await clientOf({ session })).toBe('node');
  });
});
