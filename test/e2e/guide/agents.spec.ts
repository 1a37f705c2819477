import { readFileSync, writeFileSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { deployment as demo } from '../../../demo/deployment.js';
import { createApplication } from '../../../src/index.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { WrittenFiles } from '../readme/written-files.js';
import { printJson } from '../../unit/docs/generated-blocks.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import { GuidePage } from './guide-page.js';
import { filesOfPage } from './written-pages.js';

const path = 'docs/guide/agents.md';
const page = new GuidePage(path);
/** The files of a reader who follows the page, and the deployment with its change. */
const written = new WrittenFiles(filesOfPage('agents'));

const message = /```http\nPOST \/mcp\n\n([^`]+)\n```\n\n```json\n([^]*?)\n```/g;
const shown = [...page.text.matchAll(message)].map(([, body, response]) => ({
  body: body!,
  response: response!,
}));

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
let token: string;

beforeAll(async () => {
  place = await seededDatabase();
  const { deployment } = await written.load<{ deployment: typeof demo }>('demo/deployment.ts');
  app = await createApplication(
    deployment(readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' })),
  );
  validateAgainstDocument(app);
  await app.listen(0, '127.0.0.1');
  const payload = { email: 'admin@example.com', password: 'password' };
  const login = await app.inject({ method: 'POST', url: '/api/login', payload });
  token = login.json<{ access_token: string }>().access_token;
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
  written.dispose();
});

async function send(body: object) {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.inject({ method: 'POST', url: '/mcp', headers, payload: body })).json<
    Record<string, any>
  >();
}

describe('The page about agents of the guide', () => {
  const bodies: string[] = [];
  afterAll(() => {
    if (process.env.UPDATE_DOCS !== '1') return;
    let at = 0;
    const fill = (block: string, _body: string, response: string) =>
      block.replace(`\`\`\`json\n${response}\n`, () => `\`\`\`json\n${bodies[at++]!}\n`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(message, fill));
  });

  it('contains messages that this file reads', () => {
    expect(shown).toHaveLength(page.fences);
  });

  it.each(shown)('shows the response to $body', async ({ body, response }) => {
    bodies.push(printJson(await send(JSON.parse(body) as object)));
    if (process.env.UPDATE_DOCS !== '1') expect(bodies.at(-1)).toBe(response);
  });

  it('provides clients with the tool of a module that was copied and registered as described (C11)', async () => {
    const client = new Client({ name: 'probe', version: '1' });
    const headers = { Authorization: `Bearer ${token}` };
    const address = new URL('/mcp', await app.getUrl());
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('count-words');
    const call = { name: 'count-words', arguments: { text: 'The Long Proof' } };
    expect((await client.callTool(call)).structuredContent).toEqual({ words: 3 });
    await client.close();
  });

  it('describes the marks of a shortened result as they are (C16.4)', async () => {
    const args = { include: 'posts', perPage: 50, relatablePerPage: 100 };
    const params = { name: 'users-index-tool', arguments: args };
    const { result } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const [mark] = result.structuredContent.shortened as Record<string, unknown>[];
    const [, printed] = /```text\n(\{ "path"[^]*?)\n```/.exec(page.text)!;
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
        : typeof value;
    expect(shape(JSON.parse(printed!))).toEqual(shape(mark));
  });

  it('names every kind of tool that the demo has', async () => {
    const { result } = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const kinds = (result.tools as { name: string }[]).map(
      ({ name }) => /-(\w+)-tool$/.exec(name)?.[1],
    );
    for (const kind of new Set(kinds)) if (kind) expect(page.text).toContain(`-${kind}-tool`);
    expect(kinds).toContain('action');
  });

  it("offers what the page's own module provides to read and to start with", async () => {
    const read = await send({
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: 'guide://style' },
    });
    expect(read.result.contents[0].text).toMatch(/^Short sentences/);
    const params = { name: 'review', arguments: { title: 'Margins' } };
    const prompt = await send({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params });
    expect(prompt.result.messages[0].content.text).toBe(
      'Review "Margins" for Ann Lee, by the style guide.',
    );
  });

  it('contains settings of clients that are JSON, with the address and the header', () => {
    const settings = [...page.text.matchAll(/in `[~.\w/]+\.json`[^`]*```json\n([^]*?)\n```/g)].map(
      ([, text]) => text!,
    );
    expect(settings).toHaveLength(2);
    for (const text of settings) {
      const written = JSON.stringify(JSON.parse(text));
      expect(written).toMatch(/127\.0\.0\.1:3000\/mcp/);
      expect(written).toMatch(/"Authorization":"Bearer /);
    }
  });
});
