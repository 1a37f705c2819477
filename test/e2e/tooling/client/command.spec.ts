import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deployment } from '../../../../demo/deployment.js';
import type { DeploymentFactory } from '../../../../src/tooling/cli/program/cli-command.js';
import { serviceCodes } from '../../../../src/tooling/client/api-error.js';
import { errorCatalogue } from '../../../../src/base/errors/index.js';
import { Page } from '../../../support/pages/page.js';
import { runCommand } from '../../../support/run-command.js';

const execute = promisify(execFile);
const load = () => Promise.resolve(deployment as unknown as DeploymentFactory);

describe('resource-api client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-client-'));
  const out = join(folder, 'src/api.ts');
  let document: string;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    document = (await runCommand(['openapi'], { load })).stdout;
    writeFileSync(join(folder, 'openapi.json'), document);
    server = createServer((request, response) => {
      const isDocument = request.url === '/docs/openapi.json';
      response.writeHead(isDocument ? 200 : 404).end(isDocument ? document : '{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** There is no Prettier in the folder; Jest could not load it. */
  const run = (...words: readonly string[]) =>
    runCommand(['client', '--out', 'src/api.ts', ...words], {
      folder,
      load,
    });

  it('writes demo/client/api.ts (write it: UPDATE_DOCS=1)', async () => {
    expect(await run()).toEqual({ code: 0, stdout: 'Wrote src/api.ts.\n', stderr: '' });
    const words = ['--config', '.prettierrc.json', out];
    const { stdout } = await execute('node_modules/.bin/prettier', words);
    if (process.env.UPDATE_DOCS) writeFileSync('demo/client/api.ts', stdout);
    expect(readFileSync('demo/client/api.ts', 'utf8')).toBe(stdout);
  });

  it('writes the same from the document of a service, by its address or from a file', async () => {
    const texts: string[] = [];
    for (const from of [url, `${url}/docs/openapi.json`, join(folder, 'openapi.json')]) {
      expect(await run('--from', from)).toMatchObject({ code: 0 });
      texts.push(readFileSync(out, 'utf8'));
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('export const createApi');
  });

  it('writes the same by each command of docs/guide/typed-client.md', async () => {
    const { text } = Page.guide('typed-client');
    const commands = [...text.matchAll(/npx resource-api (client .*?)(?:`|$)/gm)].map(([, words]) =>
      words!.replace('https://api.example.com', url).split(' '),
    );
    expect(commands.length).toBeGreaterThan(2);
    const texts: string[] = [];
    for (const words of commands) {
      expect(await runCommand(words, { folder, load })).toMatchObject({ code: 0 });
      texts.push(readFileSync(out, 'utf8'));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it.each([
    ['missing.json', /^The file .*missing\.json does not exist\.\n$/],
    ['other.json', /^This is not an OpenAPI document\.\n$/],
    ['foreign.json', /^The OpenAPI document has no members "x-resources" and "x-safe-writes"\. /],
    ['empty.json', /^The OpenAPI document does not describe any resource\.\n$/],
    ['text.json', /is not JSON\.\n$/],
  ])('reports that %s cannot be used', async (name, message) => {
    const info = { title: 'Other' };
    const texts: Readonly<Record<string, string>> = {
      'other.json': '{}',
      'foreign.json': JSON.stringify({ openapi: '3.1.0', info }),
      'empty.json': JSON.stringify({
        openapi: '3.1.0',
        info,
        'x-resources': [],
        'x-safe-writes': {},
      }),
      'text.json': '<html>',
    };
    const path = join(folder, name);
    if (name in texts) writeFileSync(path, texts[name]!);
    const { code, stderr } = await run('--from', path);
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  it('reports addresses without a document', async () => {
    expect((await run('--from', `${url}/other.json`)).stderr).toBe(
      `${url}/other.json responded with 404. Does the service publish its document? Its option "reference" decides.\n`,
    );
    expect((await run('--from', 'http://127.0.0.1:1')).stderr).toMatch(
      /^http:\/\/127\.0\.0\.1:1\/docs\/openapi\.json cannot be reached: .+\n$/,
    );
  });
});

describe('The errors of the client', () => {
  it('have the codes and statuses of the catalogue (C9)', () => {
    const known = Object.entries(serviceCodes).map(([code, [status]]) => [code, status]);
    const declared = Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(declared));
  });
});
