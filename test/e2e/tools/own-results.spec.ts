import { Writable } from 'node:stream';
import { Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
} from '@modelcontextprotocol/client';
import { pino } from 'pino';
import { createApplication, RequestError, Tool, toolResult } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';

const closed = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const lines = { type: 'array', items: { type: 'string' } };
const longLines = Array.from({ length: 2_000 }, (_none, at) => `line ${at} ${'x'.repeat(40)}`);

const document = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello.' }] }],
};
let given: unknown;

@Injectable()
class Results {
  @Tool({ name: 'document', description: 'Returns a document.' })
  document() {
    return document;
  }

  @Tool({ name: 'anything', description: 'Returns what the test sets.' })
  anything() {
    return given;
  }

  @Tool({
    name: 'counted',
    description: 'Counts.',
    readOnly: true,
    outputSchema: closed({ words: { type: 'integer' } }, 'words'),
  })
  counted() {
    if (given === 'refused') throw new RequestError('conflict');
    return given;
  }

  @Tool({ name: 'lines', description: 'Returns lines.', outputSchema: closed({ lines }, 'lines') })
  lines() {
    return { lines: longLines };
  }

  @Tool({
    name: 'all-lines',
    description: 'Returns all lines.',
    outputSchema: closed({ lines: { ...lines, minItems: 2_000 } }, 'lines'),
  })
  allLines() {
    return { lines: longLines };
  }

  @Tool({ name: 'own-marks', description: 'Has a member of that name.' })
  ownMarks() {
    return { lines: longLines, shortened: 'no' };
  }
}

@Module({ providers: [Results] })
class ResultsModule {}

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
let address: URL;
let token: string;
const logged: string[] = [];
const clients: Client[] = [];

beforeAll(async () => {
  place = await seededDatabase();
  const { options, modules } = deployment(readEnvironment({ DATABASE_URL: place.url }));
  const stream = new Writable({
    write: (line, _encoding, done) => (logged.push(String(line)), done()),
  });
  const logger = pino({ level: 'warn' }, stream);
  app = await createApplication({ options, logger, modules: [...modules, ResultsModule] });
  validateAgainstDocument(app);
  await app.listen(0, '127.0.0.1');
  address = new URL('/mcp', await app.getUrl());
  const payload = { email: 'reader@example.com', password: 'password' };
  const login = await app.inject({ method: 'POST', url: '/api/login', payload });
  token = login.json<{ access_token: string }>().access_token;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await app?.close();
  await place?.dispose();
});

/** The two versions of the protocol: with the handshake of 2025, and without. */
const eras = [
  ['2025', 'legacy'],
  ['2026', { pin: '2026-07-28' }],
] as const;

async function connect(mode: (typeof eras)[number][1]): Promise<Client> {
  const client = new Client({ name: 'probe', version: '1' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  // A client with the output schemas validates results by them.
  await client.listTools();
  clients.push(client);
  return client;
}

interface Mark {
  readonly path: string;
  readonly shown: number;
  readonly total: number | null;
  readonly next: unknown;
}
const textsOf = ({ content }: CallToolResult) =>
  content.map((item) => (item as { text: string }).text);
const call = async (client: Client, name: string) =>
  (await client.callTool({ name, arguments: {} })) as CallToolResult & {
    structuredContent?: { lines?: readonly string[]; shortened?: readonly Mark[] };
  };

describe.each(eras)("The result of a team's own tool for a client of %s", (_year, mode) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(mode);
  });

  it('is data in any form (C11.3)', async () => {
    expect((await call(client, 'document')).structuredContent).toEqual(document);
    for (given of [
      document,
      { content: [{ type: 'text', text: 'data' }] },
      { content: [] },
      { resultType: 'input_required', inputRequests: {} },
      { isError: true, content: [{ type: 'text', text: 'data' }] },
    ]) {
      const { structuredContent, isError, content } = await call(client, 'anything');
      expect([structuredContent, isError]).toEqual([given, undefined]);
      expect(JSON.parse((content[0] as { text: string }).text)).toEqual(given);
    }
  });

  it('is a result of the protocol if it is marked as one (C11.3)', async () => {
    given = toolResult({
      content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
      isError: true,
    });
    const { content, isError, structuredContent } = await call(client, 'anything');
    expect([content, isError, structuredContent]).toEqual([
      [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
      true,
      undefined,
    ]);
  });

  it('matches its outputSchema (C16.5)', async () => {
    given = { words: 3 };
    expect((await call(client, 'counted')).structuredContent).toEqual({ words: 3 });
    given = toolResult({ content: [], structuredContent: { words: 4 } });
    expect((await call(client, 'counted')).structuredContent).toEqual({ words: 4 });
  });

  it.each([
    ['a wrong type', { words: 'three secrets' }],
    ['a member too many', { words: 3, secret: 'hidden' }],
    ['no value', undefined],
    ['a list', ['secret']],
    ['a protocol result', toolResult({ content: [], structuredContent: { words: 'secret' } })],
    [
      'a protocol result without a value',
      toolResult({ content: [{ type: 'text', text: 'secret' }] }),
    ],
  ])('never reaches the client if it violates the schema: %s (C16.5)', async (_what, value) => {
    given = value;
    logged.length = 0;
    const result = await call(client, 'counted');
    expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
    const [body, repair] = textsOf(result);
    expect(JSON.parse(body!)).toEqual({
      message: 'Server error.',
      code: 'server_error',
      request_id: expect.any(String),
    });
    expect(repair).toContain('The service failed.');
    const { request_id: id } = JSON.parse(body!) as { request_id: string };
    const line = JSON.parse(logged.find((each) => each.includes(id))!) as {
      level: number;
      error: { message: string };
    };
    expect([line.level, line.error.message]).toEqual([
      50,
      expect.stringMatching(
        /^The tool "counted" returned a value that does not match its outputSchema: ./,
      ),
    ]);
    expect(line.error.message).not.toContain('secret');
  });

  it('is a refusal that clients read, though it does not match the outputSchema (C11.3)', async () => {
    given = 'refused';
    const result = await call(client, 'counted');
    expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
    expect(JSON.parse(textsOf(result)[0]!)).toMatchObject({ code: 'conflict' });
  });

  it('is shortened so that it still matches its schema, and is marked so (C16.4)', async () => {
    const { structuredContent, content } = await call(client, 'lines');
    const { lines: left, shortened } = structuredContent!;
    expect(shortened).toEqual([{ path: 'lines', shown: left!.length, total: 2_000, next: null }]);
    expect(left).toEqual(longLines.slice(0, left!.length));
    expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(40_000);
    expect(textsOf({ content })[0]).toBe(JSON.stringify(structuredContent));
  });

  it('has marks on shortened strings, and names the call that reads one by itself (C16.4)', async () => {
    const text = 'x'.repeat(30_000);
    given = { type: 'posts', id: '1', attributes: { title: text, extra: text }, note: text };
    const { structuredContent } = await call(client, 'anything');
    const next = (fields: string) => ({ tool: 'posts-show-tool', arguments: { id: '1', fields } });
    expect(structuredContent!.shortened).toEqual([
      { path: 'attributes.title', shown: 4_000, total: 30_000, next: next('title') },
      { path: 'attributes.extra', shown: 4_000, total: 30_000, next: next('extra') },
      { path: 'note', shown: 4_000, total: 30_000, next: null },
    ]);
  });

  it('reports if nothing of it fits (C16.4)', async () => {
    given = Object.fromEntries(Array.from({ length: 9_000 }, (_none, at) => [`member${at}`, at]));
    const { structuredContent } = await call(client, 'anything');
    const total = JSON.stringify(given).length;
    expect(structuredContent).toEqual({ shortened: [{ path: '', shown: 0, total, next: null }] });
  });

  it.each(['all-lines', 'own-marks'])(
    'is rejected if nothing shorter can be marked: %s (C16.4)',
    async (name) => {
      const result = await call(client, name);
      const length = JSON.stringify({
        lines: longLines,
        ...(name === 'own-marks' && { shortened: 'no' }),
      }).length;
      expect(result.isError).toBe(true);
      expect(JSON.parse(textsOf(result)[0]!)).toEqual({
        code: 'payload_too_large',
        message: `The tool has run, but its result of ${length} characters is too long: at most 40000 can be returned. Ask for less.`,
      });
    },
  );
});

describe('At boot', () => {
  @Injectable()
  class Faulty {
    @Tool({ name: 'listed', description: 'Wrong.', outputSchema: { type: 'array', items: {} } })
    listed() {}

    @Tool({
      name: 'broken',
      description: 'Wrong.',
      outputSchema: { type: 'object', properties: { a: { type: 'no' } } },
    })
    broken() {}
  }
  @Module({ providers: [Faulty] })
  class FaultyModule {}

  it('reports an outputSchema that clients could not use as a fault of the definition (C16.5)', async () => {
    const { options, modules } = deployment(
      readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' }),
    );
    const other = await createApplication({ options, modules: [...modules, FaultyModule] });
    await expect(other.init()).rejects.toThrow(
      /Faulty\.listed: the outputSchema does not describe an object.*Faulty\.broken: the outputSchema is not a JSON Schema/s,
    );
    await other.close();
  });
});
