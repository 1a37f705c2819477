import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createApplication, type ResourceApiOptions } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import type { SecurityScheme } from '../../../src/options/authentication-provider.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { OpenApiDocument } from '../../../src/addons/reference/openapi/document/open-api.js';
import type { User } from '../../../demo/resources/users/user.entity.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { runShell } from '../../support/pages/run-shell.js';
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

  it.each(['br', 'gzip'])(
    'is small with %s, and its files are cached until they change',
    async (encoding) => {
      const headers = { 'accept-encoding': encoding };
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
      expect(bytes).toBeLessThan(500_000);
      const etag = String(page.headers.etag);
      const again = await app.inject({ url: '/docs', headers: { 'if-none-match': etag } });
      expect(again.statusCode).toBe(304);
    },
  );

  it('revalidates files of another version', async () => {
    const { headers } = await app.inject({ url: '/docs/assets/reference.js?v=1' });
    expect(headers['cache-control']).toBe('no-cache');
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

  it('has examples of errors and records, which are valid responses', async () => {
    const { body } = await app.inject({ url: '/docs' });
    const schemas: Record<string, { readonly examples?: readonly unknown[] }> = {};
    for (const [, id] of body.matchAll(/data-id="([^"]+)"/g)) {
      const own = (await app.inject({ url: `/docs/operations/${id!}` })).json<OpenApiDocument>();
      Object.assign(schemas, own.components.schemas);
    }
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    ajv.addSchema({ components: { schemas } }, 'document');
    const shown = Object.entries(schemas).filter(([, { examples }]) => examples);
    const wrong = shown.flatMap(([name, { examples }]) => {
      const holds = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      return examples!.every((each) => holds(each)) ? [] : [[name, holds.errors]];
    });
    expect(wrong).toEqual([]);
    expect(shown.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        ...['users.record', 'users.one', 'users.several', 'users.page', 'users.roles.page'],
        ...['users.roles.row', 'action_logs.page', 'api.error-404', 'api.error-500'],
      ]),
    );
  });

  it('groups the parameters of an operation, the common ones first', async () => {
    const own = (await app.inject({ url: '/docs/operations/posts.index' })).json();
    const parameters: readonly { readonly name: string; readonly 'x-group': string }[] =
      own.paths['/api/posts'].get.parameters;
    const first = parameters.filter((parameter) => 'x-group-size' in parameter);
    expect(first.map((parameter) => [parameter['x-group'], parameter.name])).toEqual([
      ['Common', 'include'],
      ['Filters', 'id'],
      ['Related records', 'relatablePerPage'],
      ['Pages', 'cursor'],
      ['Headers', 'Prefer'],
    ]);
    const whole = (await app.inject({ url: '/docs/openapi.json' })).body;
    expect(whole).not.toContain('x-group');
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

describe('The first requests on the page', () => {
  const titles = [
    'How to sign in',
    'How to load relations',
    'How to filter',
    'What an error looks like',
  ];

  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
  });
  afterAll(() => demo.close());

  it('work as they are shown', async () => {
    const html = (await demo.app.inject({ url: '/docs' })).body;
    expect(textsOf(html, 'h2')).toEqual(titles);
    const address = (await demo.app.getUrl()).replace('[::1]', '127.0.0.1');
    // What the script of the page and a person replace.
    const [signIn, ...commands] = textsOf(html, 'pre class="command"').map((command) =>
      command
        .replace("'/api", `'${address}/api`)
        .replace('you@example.com', 'admin@example.com')
        .replace('your-password', 'password'),
    );
    const outputs = await Promise.all(commands.map((command) => runShell(`${signIn}\n${command}`)));
    const [related, filtered, error] = outputs.map((output) => JSON.parse(output));
    expect(related.data[0].relationships).toHaveProperty('company');
    const ages = filtered.data.map((user: any) => user.attributes.age);
    expect([ages.length > 5, ages.every((age: number) => age >= 10)]).toEqual([true, true]);
    expect(error).toEqual(JSON.parse(textsOf(html, 'pre class="response"')[0]!));
  });

  it('send the credentials of a provider of the application', async () => {
    const useClass = class {
      authenticate = () => Promise.resolve(null);
    };
    const commandsWith = async (securityScheme: SecurityScheme) => {
      const { authentication } = deployment(readEnvironment({})).options;
      const provider = { useClass, securityScheme };
      const app = await start({ authentication: { ...authentication, provider } });
      const html = (await app.inject({ url: '/docs' })).body;
      await app.close();
      expect(textsOf(html, 'h2')).toEqual(titles);
      return textsOf(html, 'pre class="command"');
    };
    const byKey = await commandsWith({ type: 'apiKey', in: 'header', name: 'X-Key' });
    expect(byKey[0]).toBe('TOKEN=your-token');
    expect(byKey[1]).toContain('-H "X-Key: $TOKEN"');
    const [, byCookie] = await commandsWith({ type: 'apiKey', in: 'cookie', name: 'session' });
    expect(byCookie).toContain('-b "session=$TOKEN"');
    const [, byScheme] = await commandsWith({ type: 'http', scheme: 'digest' });
    expect(byScheme).toContain('-H "Authorization: Digest $TOKEN"');
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

/** The texts of all elements that begin with this tag. */
function textsOf(html: string, tag: string): readonly string[] {
  const [name] = tag.split(' ');
  return [...html.matchAll(new RegExp(`<${tag}>(.*?)</${name}>`, 'gs'))].map(([, inner]) =>
    inner!
      .replace(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}
