import { createApplication, type ResourceApiOptions } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { OpenApiDocument } from '../../../src/reference/open-api.js';
import type { User } from '../../../demo/resources/users/user.entity.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';

type Application = Awaited<ReturnType<typeof createApplication>>;

async function start(options: Partial<ResourceApiOptions<User>> = {}): Promise<Application> {
  const demo = deployment(
    readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }),
  );
  const app = await createApplication<User>({ ...demo, options: { ...demo.options, ...options } });
  if (options.reference !== false) validateAgainstDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

describe('The reference page', () => {
  let app: Application;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app.close());

  it('is public (C2.1)', async () => {
    const page = await app.inject({ url: '/docs' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain('<strong>The publishing house</strong>');
  });

  it('leads to the map of the explorer, if the deployment has one', async () => {
    const link = '<a href="explorer/map">Open in the explorer</a>';
    expect((await app.inject({ url: '/docs' })).body).toContain(link);
    const without = await start({ explorer: false });
    expect((await without.inject({ url: '/docs' })).body).not.toContain('/map"');
    await without.close();
  });

  it('contains the map of the resources, which leads to their operations', async () => {
    const { body } = await app.inject({ url: '/docs' });
    const [drawing] = /<svg.*<\/svg>/s.exec(body)!;
    expect(drawing).toContain('<a class="map-node" href="docs#tag-posts">');
    expect(body).toContain('<details class="tag" id="tag-posts"');
    const names = [...drawing.matchAll(/<title>([^<]*)/g)].map(([, title]) => title);
    expect(names.join(', ')).toContain('posts.user');
    expect(drawing).not.toMatch(/ style=|<style|<script/);
  });

  it('is served the map as a file of its own', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/docs/map.svg' });
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(body).toContain('>Posts</text>');
    expect(body).not.toMatch(/<a |<script|<style/);
  });

  it('lets a browser run and fetch nothing from elsewhere, and no script inside the page', async () => {
    const { headers, body } = await app.inject({ url: '/docs' });
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(body).not.toMatch(/https?:|<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
  });

  it.each([
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['favicon-32x32.png', 'image/png'],
    ['reference.js', 'text/javascript; charset=utf-8'],
    ['theme.js', 'text/javascript; charset=utf-8'],
    ['reference.css', 'text/css; charset=utf-8'],
  ])('is served %s from this machine, once per version', async (name, type) => {
    const file = await app.inject({ url: `/docs/assets/${name}` });
    expect([file.statusCode, file.headers['content-type'], file.body.length > 100]).toEqual([
      200,
      type,
      true,
    ]);
    const again = await app.inject({
      url: `/docs/assets/${name}`,
      headers: { 'if-none-match': String(file.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('is small, and its files are cached until they change', async () => {
    const headers = { 'accept-encoding': 'br' };
    const page = await app.inject({ url: '/docs', headers });
    const { body } = await app.inject({ url: '/docs' });
    const urls = [...body.matchAll(/"(docs\/assets\/[^"]+)"/g)].map(([, url]) => `/${url}`);
    expect(urls).toHaveLength(6);
    let bytes = page.rawPayload.length;
    for (const url of [...urls, '/docs/operations/users.index']) {
      const file = await app.inject({ url, headers });
      expect([url, file.statusCode]).toEqual([url, 200]);
      bytes += file.rawPayload.length;
      if (url.includes('/assets/'))
        expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    expect(bytes).toBeLessThan(500 * 1024);
    const etag = String(page.headers.etag);
    const again = await app.inject({ url: '/docs', headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
  });

  it('contains every operation, each with a document of its own', async () => {
    const document = (await app.inject({ url: '/docs/openapi.json' })).json<OpenApiDocument>();
    const { body } = await app.inject({ url: '/docs' });
    const shown = [...body.matchAll(/data-id="([^"]+)"/g)].map(([, id]) => id!);
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(shown.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
    for (const id of shown) {
      const own = (await app.inject({ url: `/docs/operations/${id}` })).json<OpenApiDocument>();
      const pointers = [...JSON.stringify(own).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
      for (const [, kind, name] of pointers)
        expect(own.components[kind as 'schemas']).toHaveProperty([name!]);
    }
    expect((await app.inject({ url: '/docs/operations/users.nothing' })).statusCode).toBe(404);
  });

  it.each([
    ...[
      '/docs/',
      '/docs/x',
      '/docs/openapi.json/',
      '/docs/openapi.yaml',
      '/docs/assets',
      '/docs/assets/',
      '/docs//assets',
    ],
    ...[
      '/docs/assets/index.html',
      '/docs/assets/__proto__',
      '/docs/assets/constructor',
      '/docs/assets/reference.js/',
    ],
    ...['/docs/assets/..%2f..%2fpackage.json', '/docs%2fopenapi.json', '/docs;a=b'],
    ...[
      '/docs/assets/%5c..%5cpackage.json',
      '/docsx',
      '/docs/assets/swagger-ui.css.map',
      '/docs/assets/.',
    ],
  ])('is 404 in JSON for %s', async (url) => {
    const response = await app.inject({ url });
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { message: 'Not found.', code: 'not_found' },
    ]);
  });

  it.each(['POST', 'DELETE', 'PUT'] as const)('is 405 for %s (C2.1)', async (method) => {
    const responses = await Promise.all(
      ['/docs', '/docs/openapi.json'].map((url) => app.inject({ method, url })),
    );
    expect(responses.map(({ statusCode, headers }) => [statusCode, headers.allow])).toEqual([
      [405, 'GET, HEAD'],
      [405, 'GET, HEAD'],
    ]);
  });
});

describe('The option `reference`', () => {
  it('removes page and document if it is false', async () => {
    const app = await start({ reference: false });
    const statuses = await Promise.all(
      ['/docs', '/docs/openapi.json', '/docs/assets/reference.js'].map((url) =>
        app.inject({ url }),
      ),
    );
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    await app.close();
  });

  it('is false if the environment sets it', () => {
    const referenceOf = (variables: Record<string, string>) =>
      deployment(readEnvironment(variables)).options.reference;
    expect(referenceOf({ REFERENCE: 'false' })).toBe(false);
    expect(referenceOf({})).toMatchObject({ title: 'The publishing house' });
  });

  it('sets the name of the API and its address', async () => {
    const app = await start({
      reference: {
        title: 'A <firm>',
        version: '7',
        servers: ['https://api.example.com/v7'],
        contact: { name: 'Ann' },
      },
    });
    const document = (await app.inject({ url: '/docs/openapi.json' })).json();
    expect([
      document.info.title,
      document.info.version,
      document.info.contact,
      document.info.license,
    ]).toEqual([...['A <firm>', '7', { name: 'Ann' }, undefined]]);
    expect(document.servers).toEqual([{ url: 'https://api.example.com/v7' }]);
    const page = await app.inject({ url: '/docs' });
    expect(page.body).toContain('A &lt;firm&gt;');
    expect(page.body).toContain('data-login="https://api.example.com/v7/api/login"');
    expect(page.headers['content-security-policy']).toContain(
      "connect-src 'self' https://api.example.com;",
    );
    await app.close();
  });

  it('shows no login with tokens of an identity provider, and the page accepts a token (C2.3)', async () => {
    const demo = deployment(
      readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }),
    );
    const jwt = {
      issuer: 'https://id.example.com',
      audience: 'api',
      jwksUri: 'https://id.example.com/jwks',
      algorithms: ['RS256'],
    };
    const app = await start({ authentication: { ...demo.options.authentication, jwt } });
    const document = (await app.inject({ url: '/docs/openapi.json' })).json();
    expect(Object.keys(document.paths)).not.toContain('/api/login');
    expect(document.components.securitySchemes.bearer.bearerFormat).toBe('JWT');
    expect((await app.inject({ url: '/docs' })).body).toContain('name="token"');
    await app.close();
  });
});
