import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';
import { printJson } from '../../support/pages/print-response.js';

const page = Page.guide('agents');
let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(page.files, { print: printJson });
});
afterAll(() => guide?.close());

async function send(payload: object) {
  const headers = await guide.headers('admin');
  const response = await guide.app.inject({ method: 'POST', url: '/mcp', headers, payload });
  return response.json<Record<string, any>>();
}

describe('The page about agents of the guide', () => {
  it('shows messages and their responses', () => {
    expect(page.requests.map(({ request, output }) => [request.path, output !== null])).toEqual(
      Array.from({ length: 3 }, () => ['/mcp', true]),
    );
  });

  followSteps(page, page.requests, (step) => guide.follow(step));

  it('provides clients with the tool of a module that was copied and registered as described (C11)', async () => {
    const client = new Client({ name: 'probe', version: '1' });
    const headers = await guide.headers('admin');
    const address = new URL('/mcp', await guide.address());
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
    const printed = page.code('text').find((code) => code.startsWith('{ "path"'));
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
    const settings = page.blocks
      .filter(
        ({ language, before }) => language === 'json' && /in `[~.\w/]+\.json`[^`]*$/.test(before),
      )
      .map(({ code }) => code);
    expect(settings).toHaveLength(2);
    for (const text of settings) {
      const written = JSON.stringify(JSON.parse(text));
      expect(written).toMatch(/127\.0\.0\.1:3000\/mcp/);
      expect(written).toMatch(/"Authorization":"Bearer /);
    }
  });
});
