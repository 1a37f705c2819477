import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';

let demo: DemoApp;
let address: URL;
const clients: Client[] = [];

beforeAll(async () => {
  demo = await startDemo();
  await demo.app.listen(0, '127.0.0.1');
  address = new URL('/mcp', await demo.app.getUrl());
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await demo?.close();
});

/** The two versions of the protocol: with the handshake of 2025, and without. */
const eras = [
  ['2025', 'legacy'],
  ['2026', { pin: '2026-07-28' }],
] as const;
type Era = (typeof eras)[number][1];

async function connect(account: DemoAccount, mode: Era): Promise<Client> {
  const client = new Client({ name: 'probe', version: '1.2.3' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${await demo.tokenOf(account)}` };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  clients.push(client);
  return client;
}

const lastRow = async (name: string) => {
  const [row] = await demo.database.query(
    'select status, meta, changes from action_logs where name = ? order by id desc',
    [name],
  );
  const [status, meta] = row as [string, unknown];
  return {
    status,
    meta: (typeof meta === 'string' ? JSON.parse(meta) : meta) as Record<string, unknown>,
  };
};

describe.each(eras)('A client of %s', (_year, mode) => {
  it('lists, calls and reads (C11.1)', async () => {
    const client = await connect('reader', mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('users-profile-tool');
    const { structuredContent } = await client.callTool({
      name: 'users-profile-tool',
      arguments: { include: 'roles' },
    });
    expect(structuredContent).toEqual((await demo.get('/profile?include=roles', 'reader')).body);
    const { contents } = await client.readResource({ uri: 'resource-api://resources/posts' });
    expect(contents).toHaveLength(1);
  });

  it('reads refusals as results, and unknown tools as errors (C11.3)', async () => {
    const client = await connect('reader', mode);
    const refused = await client.callTool({ name: 'posts-show-tool', arguments: { id: 0 } });
    expect([refused.isError, refused.structuredContent]).toEqual([
      true,
      { message: 'Not found.', code: 'not_found' },
    ]);
    await expect(
      client.callTool({ name: 'users-store-tool', arguments: {} }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it('receives the progress of a run over all records, and the log of the client (C6.5)', async () => {
    const client = await connect('admin', mode);
    const reported: number[] = [];
    const { structuredContent } = await client.callTool(
      {
        name: 'posts-publish-posts-action-tool',
        arguments: { repositories: 'all', query: { status: 'draft,published' } },
      },
      { onprogress: ({ progress }) => reported.push(progress) },
    );
    const { chunks } = structuredContent as { chunks: number };
    expect(reported).toHaveLength(chunks);
    expect(reported).toEqual([...reported].sort((one, other) => one - other));
    const [[posts] = []] = await demo.database.query(
      "select count(*) from posts where status in ('draft', 'published')",
    );
    expect(reported.at(-1)).toBe(Number(posts));
    const { status, meta } = await lastRow('publish-posts');
    expect([status, meta.channel]).toEqual(['finished', 'mcp']);
    expect(meta.client).toBe('probe');
  });

  const publishAll = {
    name: 'posts-publish-posts-action-tool',
    arguments: { repositories: 'all' },
  };

  it('ends its run with the current chunk if it disconnects (C6.8)', async () => {
    const client = await connect('admin', mode);
    const running = client.callTool(publishAll, { onprogress: () => void client.close() });
    await expect(running).rejects.toThrow();
    await until(async () => (await lastRunRow()).status === 'failed');
    expect((await lastRunRow()).exception).toBe('The run stopped because the caller disconnected.');
  });

  it('ends its run if it cancels a call, and can call again (C6.8)', async () => {
    const client = await connect('admin', mode);
    const giving = new AbortController();
    const before = await runRows();
    const running = client.callTool(publishAll, {
      signal: giving.signal,
      onprogress: () => giving.abort(),
    });
    await expect(running).rejects.toThrow();
    await until(async () => (await runRows()) > before && (await lastRunRow()).status === 'failed');
    const { structuredContent } = await client.callTool({
      name: 'users-profile-tool',
      arguments: {},
    });
    expect(structuredContent).toHaveProperty('id');
  });
});

const runRows = async (): Promise<number> => {
  const [row] = await demo.database.query(
    "select count(*) from action_logs where name = 'publish-posts' and actionable_id is null",
    [],
  );
  return Number(row?.[0]);
};

/** The newest row about a run itself. */
async function lastRunRow(): Promise<{ status: unknown; exception: unknown }> {
  const [row] = await demo.database.query(
    "select status, exception from action_logs where name = 'publish-posts' and actionable_id is null order by id desc",
    [],
  );
  return { status: row?.[0], exception: row?.[1] };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(50);
}

describe('Many clients at once', () => {
  it("read their own profile each, and nobody else's (C11.2)", async () => {
    const accounts = ['admin', 'editor', 'author', 'reader'] as const;
    const connected = await Promise.all(
      accounts.flatMap((account) =>
        eras.map(async ([, mode]) => ({ account, client: await connect(account, mode) })),
      ),
    );
    const calls = Array.from({ length: 5 }).flatMap(() => connected);
    const responses = await Promise.all(
      calls.map(async ({ account, client }) => {
        const { structuredContent } = await client.callTool({
          name: 'users-profile-tool',
          arguments: {},
        });
        return [account, (structuredContent as { attributes: { email: string } }).attributes.email];
      }),
    );
    expect(responses).toEqual(calls.map(({ account }) => [account, `${account}@example.com`]));
  });
});

describe('A subscription', () => {
  const filter = {
    toolsListChanged: true,
    resourceSubscriptions: ['resource-api://resources/posts'],
  };

  /** The whole stream, which therefore has to end. */
  async function listen(id: number): Promise<string> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await demo.tokenOf('reader')}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'subscriptions/listen',
        params: { notifications: filter, _meta },
      }),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream',
    ]);
    return response.text();
  }

  it('ends at once, since nothing it could report changes: no caller blocks others (C11)', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, (_none, id) => listen(id)));
    for (const stream of streams) {
      expect(stream).toContain('"notifications":{}');
      expect(stream).toContain('"resultType":"complete"');
    }
  });

  it('is not offered to clients of 2026, and costs nothing for those of 2025 (C11)', async () => {
    const [, [, newer]] = eras;
    expect((await connect('reader', newer)).getServerCapabilities()?.resources).toEqual({});
    const client = await connect('reader', 'legacy');
    expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: true });
    await expect(
      client.subscribeResource({ uri: 'resource-api://resources/posts' }),
    ).resolves.toEqual({});
    await expect(
      client.unsubscribeResource({ uri: 'resource-api://resources/posts' }),
    ).resolves.toEqual({});
  });
});
