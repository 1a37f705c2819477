import { Injectable, Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createApplication, Tool } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';

const region = { type: 'string', 'x-mcp-header': 'Region' };
const inputSchema = {
  type: 'object',
  properties: {
    region,
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    deep: { type: 'object', properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } } },
    query: { type: 'string' },
  },
};

@Injectable()
class Routed {
  @Tool({ name: 'routed', description: 'Has arguments in headers.', inputSchema })
  routed(args: object) {
    return args;
  }

  @Tool({ name: 'hidden', description: 'Nobody sees it.', inputSchema, canSee: () => false })
  hidden() {}
}
@Module({ providers: [Routed] })
class RoutedModule {}

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
let address: URL;
let token: string;

const start = async (module: Type): Promise<NestFastifyApplication> => {
  const environment = {
    DATABASE_URL: place.url,
    LOG_LEVEL: 'silent',
    CORS_ORIGINS: 'https://app.example.com',
  };
  const { options, modules } = deployment(readEnvironment(environment));
  const started = await createApplication({ options, modules: [...modules, module] });
  validateAgainstDocument(started);
  return started;
};

beforeAll(async () => {
  place = await seededDatabase();
  app = await start(RoutedModule);
  await app.listen(0, '127.0.0.1');
  address = new URL('/mcp', await app.getUrl());
  const payload = { email: 'reader@example.com', password: 'password' };
  const login = await app.inject({ method: 'POST', url: '/api/login', payload });
  token = login.json<{ access_token: string }>().access_token;
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
});

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A call of the newer protocol, by hand. */
async function call(args: object, headers: Record<string, string>, name = 'routed') {
  const response = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...headers,
    },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta },
    },
  });
  return { status: response.statusCode, body: response.json<any>() };
}

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('Headers that repeat arguments (2026-07-28)', () => {
  it.each([
    [{}, {}],
    [{ query: 'x' }, { 'mcp-param-query': 'y' }],
    [{ region: null }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'eu' }, { 'MCP-PARAM-REGION': ' eu ' }],
    [{ region: 'Zürich' }, { 'mcp-param-region': base64('Zürich') }],
    [{ region: ' eu' }, { 'mcp-param-region': base64(' eu') }],
    [{ region: 'SGVsbG8=' }, { 'mcp-param-region': 'SGVsbG8=' }],
    [{ region: '=?base64?SGVsbG8=' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }],
    [{ count: 42 }, { 'mcp-param-count': '42.0' }],
    [{ count: '42' }, { 'mcp-param-count': '42' }],
    [{ dry: true }, { 'mcp-param-dry': 'true' }],
    [{ deep: { zone: 'a' } }, { 'mcp-param-zone': 'a' }],
  ])('are accepted if they agree: %j and %j (C11.1)', async (args, headers) => {
    const { status, body } = await call(args, headers);
    expect([status, body.error]).toEqual([200, undefined]);
  });

  it.each([
    [
      { region: 'eu' },
      {},
      'the header Mcp-Param-Region is missing, although the body has the argument "region".',
    ],
    [
      { region: 'eu' },
      { 'mcp-param-region': 'EU' },
      'the header Mcp-Param-Region and the argument "region"',
    ],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }, 'is not valid Base64'],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }, 'is not valid Base64'],
    [
      { region: 'Hello' },
      { 'mcp-param-region': '=?base64?/w==?=' },
      'is not valid Base64 of UTF-8',
    ],
    [{ region: 'eu' }, { 'mcp-param-region': base64('us') }, 'differ.'],
    [{ count: 42 }, { 'mcp-param-count': '43' }, 'differ.'],
    [{ count: 42 }, { 'mcp-param-count': '0x2a' }, 'differ.'],
    [{ dry: true }, { 'mcp-param-dry': 'True' }, 'differ.'],
    [{ deep: { zone: 'a' } }, {}, 'has the argument "deep.zone"'],
  ])('are a bad request if they disagree: %j and %j (C11.1)', async (args, headers, message) => {
    const { status, body } = await call(args, headers);
    expect([status, body.error.code, body.id]).toEqual([400, -32020, 1]);
    expect(body.error.message).toContain(message);
  });

  it('do not reveal a tool that the caller may not see (C11.2)', async () => {
    const [hidden, unknown] = [
      await call({ region: 'eu' }, {}, 'hidden'),
      await call({ region: 'eu' }, {}, 'nothing'),
    ];
    expect(hidden).toEqual(unknown);
    expect([hidden.status, hidden.body.error.code]).toEqual([200, -32602]);
  });

  it('are sent by clients of 2026, and not required from those of 2025 (C11.1)', async () => {
    for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
      const client = new Client({ name: 'probe', version: '1' }, { versionNegotiation: { mode } });
      const headers = { Authorization: `Bearer ${token}` };
      await client.connect(
        new StreamableHTTPClientTransport(address, { requestInit: { headers } }),
      );
      await client.listTools();
      const args = { region: 'Zürich ', count: 7, dry: false, deep: { zone: 'a' }, query: 'x' };
      const { structuredContent } = await client.callTool({ name: 'routed', arguments: args });
      expect(structuredContent).toEqual(args);
      await client.close();
    }
  });

  it('are allowed to pages of the listed origins (C2.8)', async () => {
    const { headers } = await app.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, Mcp-Param-Region,mcp-param-x y, x-other',
      },
    });
    expect(headers['access-control-allow-headers']).toMatch(
      /Mcp-Name, .*Mcp-Session-Id, Mcp-Param-Region$/,
    );
  });
});

describe('At boot', () => {
  const withSchema = (properties: object) => ({ type: 'object', properties });

  @Injectable()
  class Faulty {
    @Tool({
      name: 'twice',
      description: 'Wrong.',
      inputSchema: withSchema({ region, other: { ...region, 'x-mcp-header': 'REGION' } }),
    })
    twice() {}

    @Tool({
      name: 'spaced',
      description: 'Wrong.',
      inputSchema: withSchema({ a: { type: 'string', 'x-mcp-header': 'a b' } }),
    })
    spaced() {}

    @Tool({
      name: 'numbers',
      description: 'Wrong.',
      inputSchema: withSchema({ a: { type: 'number', 'x-mcp-header': 'A' } }),
    })
    numbers() {}

    @Tool({
      name: 'items',
      description: 'Wrong.',
      inputSchema: withSchema({ a: { type: 'array', items: region } }),
    })
    items() {}

    @Tool({
      name: 'root',
      description: 'Wrong.',
      inputSchema: { type: 'object', 'x-mcp-header': 'A' },
    })
    root() {}

    @Tool({
      name: 'fine',
      description: 'An argument of that name.',
      inputSchema: withSchema({
        'x-mcp-header': { type: 'string', default: { 'x-mcp-header': 1 } },
      }),
    })
    fine() {}
  }
  @Module({ providers: [Faulty] })
  class FaultyModule {}

  it('reports headers for which clients would omit a tool as faults of the definition (C11.1)', async () => {
    const other = await start(FaultyModule);
    const report = await other.init().then(
      () => '',
      ({ message }: Error) => message,
    );
    await other.close();
    expect(report).toMatch(
      /Faulty\.twice: "x-mcp-header" of "other" names the header of another argument/,
    );
    expect(report).toMatch(/Faulty\.spaced: "x-mcp-header" of "a" is not a valid header name/);
    expect(report).toMatch(/Faulty\.numbers: "x-mcp-header" of "a" is on a type other than/);
    expect(report).toMatch(/Faulty\.items: "x-mcp-header" of "a" is not on a property/);
    expect(report).toMatch(/Faulty\.root: "x-mcp-header" of the root is not on a property/);
    expect(report).not.toContain('Faulty.fine');
  });
});
