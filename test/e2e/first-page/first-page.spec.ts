import { hash } from 'node:crypto';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { Page, type RequestStep } from '../../support/pages/page.js';

/** What Chromium sends for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const [shown] = Page.guide('reference').requests as [RequestStep];

describe('GET /', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const first = (accept?: string, { app }: Pick<DemoApp, 'app'> = demo) =>
    app.inject({ method: 'GET', url: '/', headers: accept === undefined ? {} : { accept } });

  it.each([undefined, '*/*', 'application/json', 'text/csv', 'text/html;q=0.5, application/json'])(
    'describes the service as JSON to a client that accepts %s, as docs/guide/reference.md shows (C1.1)',
    async (accept) => {
      const response = await first(accept);
      expect([response.statusCode, response.headers.vary]).toEqual([200, 'Accept']);
      expect(response.json()).toEqual(JSON.parse(shown.output!.code));
    },
  );

  it('is a page for a browser, with links that it can open', async () => {
    const response = await first(BROWSER);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    });
    const paths = [...response.body.matchAll(/<a href="([^"]+)"/g)].map(([, path]) => path!);
    const [explorer, ...built] = paths;
    // Tests run without the build, which test/e2e/explorer makes.
    expect(explorer).toBe('explorer');
    expect(built).toEqual(['docs', 'docs/openapi.json', 'health/live', 'health/ready']);
    for (const path of built)
      expect((await demo.app.inject({ method: 'GET', url: `/${path}` })).statusCode).toBe(200);
  });

  it('runs no scripts, and allows its own style alone', async () => {
    const { body, headers } = await first(BROWSER);
    const [, style] = /<style>([^]*)<\/style>/.exec(body)!;
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style!, 'base64')}'; ` +
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(body).not.toContain('<script');
  });

  it('names no resource', async () => {
    for (const accept of ['application/json', BROWSER]) {
      const { body } = await first(accept);
      for (const key of ['posts', 'users', 'companies', 'roles']) expect(body).not.toContain(key);
    }
  });

  it('responds to HEAD, and to other methods with 405 once there is a token', async () => {
    expect((await demo.app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
    expect((await demo.app.inject({ method: 'POST', url: '/' })).statusCode).toBe(401);
  });

  it('shows what the deployment has, under its public address', async () => {
    const title = 'Books & <Films>';
    const node = await startNode(demo, {
      publicUrl: 'https://api.example.com',
      reference: { title },
      schema: false,
    });
    const { data } = (await first('application/json', { app: node })).json<{
      data: { title: string; links: Record<string, string> };
    }>();
    expect(data.title).toBe(title);
    expect(data.links).toMatchObject({ reference: 'https://api.example.com/docs' });
    expect(data.links).not.toHaveProperty('schema');
    const { body } = await first(BROWSER, { app: node });
    expect(body).toContain('<h1>Books &amp; &lt;Films&gt;</h1>');
    await node.close();
  });

  it('is 401 as every other path if the deployment switches it off', async () => {
    const node = await startNode(demo, { firstPage: false });
    expect((await first(BROWSER, { app: node })).statusCode).toBe(401);
    await node.close();
  });
});
