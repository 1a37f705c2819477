import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, type ResourceApiOptions } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import type { User } from '../../../demo/resources/users/user.entity.js';
import { ExplorerFiles } from '../../../src/addons/explorer/explorer-files.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';

type Application = Awaited<ReturnType<typeof createApplication>>;

const page = `<!doctype html><html><head><meta name="explorer" content="explorer-facts"><title>Explorer</title>
<script type="module" src="./assets/index-1.js"></script></head><body></body></html>`;

describe('The explorer over HTTP', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'resource-api-explorer-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), page);
    writeFileSync(join(folder, 'assets/index-1.js'), `export const one = '${'1'.repeat(3_000)}';`);
    writeFileSync(join(folder, 'assets/notes.txt'), 'not served');
    writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(
    options: Partial<ResourceApiOptions<User>> = {},
    files: string | null = folder,
  ): Promise<Application> {
    const demo = deployment(
      readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }),
    );
    const app = await createApplication<User>({
      ...demo,
      options: { ...demo.options, reference: { title: 'The demo' }, ...options },
    });
    validateAgainstDocument(app);
    if (options.explorer !== false) app.get(ExplorerFiles, { strict: false }).folder = files;
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  }

  const factsIn = (body: string) =>
    JSON.parse(/content="(\{[^"]*\})"/.exec(body)![1]!.replaceAll('&quot;', '"')) as object;

  describe('with its defaults', () => {
    let app: Application;
    beforeAll(async () => {
      app = await start();
    });
    afterAll(() => app.close());

    it.each(['/explorer', '/explorer/posts', '/explorer/posts/1/edit', '/explorer/x?sort=-id'])(
      'is public, and is the same page at %s (C2.1)',
      async (url) => {
        const { statusCode, headers, body } = await app.inject({ url });
        expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect(body).toContain('src="/explorer/assets/index-1.js"');
        expect(body).toContain('<title>The demo</title>');
      },
    );

    it('contains where the API is, and no data', async () => {
      const { body } = await app.inject({ url: '/explorer' });
      expect(factsIn(body)).toEqual({
        base: '/explorer',
        api: '/api',
        title: 'The demo',
        color: null,
        logo: null,
        signIn: 'password',
        cookie: false,
        header: { name: 'Authorization', prefix: 'Bearer ' },
        features: {
          versions: true,
          idempotency: true,
          dryRuns: true,
          maxAffected: true,
          bulk: true,
          undo: true,
          reference: true,
          viewAs: true,
          why: true,
        },
      });
    });

    it('knows that sessions are in a cookie (C2.10)', async () => {
      const demo = deployment(
        readEnvironment({ DATABASE_URL: 'sqlite::memory:', SESSION_COOKIES: 'true' }),
      );
      const { authentication } = demo.options;
      const other = await start({ authentication });
      const { body } = await other.inject({ url: '/explorer' });
      expect(factsIn(body)).toMatchObject({ signIn: 'password', cookie: true });
      await other.close();
    });

    it('lets a browser run and fetch nothing from elsewhere, and no script inside the page', async () => {
      const { headers, body } = await app.inject({ url: '/explorer' });
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-cache',
      });
      expect(body).not.toMatch(/https?:|<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
    });

    it('is sent once per version, and compressed (C17.5)', async () => {
      const url = '/explorer/assets/index-1.js';
      const file = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
      expect([file.statusCode, file.headers]).toMatchObject([
        200,
        {
          'content-type': 'text/javascript; charset=utf-8',
          'content-encoding': 'br',
          'cache-control': 'public, max-age=31536000, immutable',
          vary: expect.stringContaining('Accept-Encoding') as string,
        },
      ]);
      const headers = { 'if-none-match': String(file.headers.etag) };
      expect((await app.inject({ url, headers })).statusCode).toBe(304);
      const { headers: sent } = await app.inject({ url: '/explorer' });
      const again = await app.inject({
        url: '/explorer',
        headers: { 'if-none-match': String(sent.etag) },
      });
      expect(again.statusCode).toBe(304);
    });

    it.each([
      '/explorer/assets/nothing.js',
      '/explorer/assets/notes.txt',
      '/explorer/assets/__proto__',
      '/explorer/assets/..%2findex.html',
      '/explorer/assets/..%2f..%2fpackage.json',
      '/explorer/assets/%5c..%5cpackage.json',
      '/explorer/logo',
    ])('serves no file at %s', async (url) => {
      const { statusCode, body } = await app.inject({ url });
      expect([statusCode, body]).toEqual([404, expect.stringContaining('"not_found"')]);
    });

    it('only supports reading (C2.1)', async () => {
      expect((await app.inject({ method: 'HEAD', url: '/explorer' })).statusCode).toBe(200);
      expect((await app.inject({ method: 'POST', url: '/explorer' })).statusCode).toBe(401);
    });
  });

  it('is at another path, with the title, logo and color of the deployment', async () => {
    const app = await start({
      prefix: '/v1',
      publicUrl: 'https://example.com/service',
      explorer: {
        path: '/explorer-of/staff',
        title: 'A & "B" </title><script>',
        color: '#0f766e',
        logo: join(folder, 'logo.svg'),
      },
    });
    const { body } = await app.inject({ url: '/explorer-of/staff/posts' });
    expect(body).toContain('src="/service/explorer-of/staff/assets/index-1.js"');
    expect(body).not.toMatch(/<\/title><script>/);
    expect(body).toContain('&lt;/title&gt;&lt;script&gt;');
    expect(body).toContain('&quot;color&quot;:&quot;#0f766e&quot;');
    expect(body).toContain('&quot;api&quot;:&quot;/service/v1&quot;');
    const logo = await app.inject({ url: '/explorer-of/staff/logo' });
    expect([logo.statusCode, logo.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    ]);
    expect((await app.inject({ url: '/explorer' })).statusCode).toBe(401);
    await app.close();
  });

  it.each([
    ['the option', { explorer: false } as const],
    ['the schema, which it reads,', { schema: false } as const],
  ])('is switched off with %s', async (_name, options) => {
    const demo = deployment(
      readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }),
    );
    const app = await createApplication<User>({
      ...demo,
      options: { ...demo.options, ...options },
    });
    validateAgainstDocument(app);
    await app.init();
    expect((await app.inject({ url: '/explorer' })).statusCode).toBe(401);
    await app.close();
  });

  it.each([join(tmpdir(), 'resource-api-nothing'), null])(
    'is 404 if it is not built: %s',
    async (files) => {
      const app = await start({}, files);
      for (const url of ['/explorer', '/explorer/assets/index-1.js'])
        expect((await app.inject({ url })).statusCode).toBe(404);
      await app.close();
    },
  );

  it.each([
    [{ path: 'explorer' }, 'explorer.path must be a path such as /api'],
    [{ path: '/docs' }, 'explorer.path must be a path such as /api'],
    [{ path: '/api/explorer' }, 'explorer.path cannot be "/api/explorer"'],
    [{ title: '' }, 'explorer.title must be a string that is not empty'],
    [{ color: 'red' }, 'explorer.color must be a color such as #0f766e'],
    [{ logo: '/nothing.png' }, 'explorer.logo must be an existing file'],
    [{ colour: '#fff' }, 'explorer.colour is not an option'],
  ])('rejects the option %j at boot', async (explorer, message) => {
    await expect(start({ explorer: explorer as object })).rejects.toThrow(message);
  });
});
