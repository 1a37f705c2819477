import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenBrowser } from '../../support/browser/open-browser.js';
import { demoDeployment, startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';

const credentials = { email: 'reader@example.com', password: 'password', cookie: true };

interface Sent {
  readonly status: number;
  readonly body: { readonly code?: string; readonly token_type?: string } | null;
}

describe('A session cookie in a browser (C2.10)', () => {
  let demo: DemoApp;
  let node: NestFastifyApplication;
  let address: string;
  /** A server of another origin, with empty pages. */
  let foreign: Server;
  let browser: OpenBrowser;
  let page: Page;
  beforeAll(async () => {
    demo = await startDemo();
    const { authentication } = demoDeployment(demo.url, demo.storage).options;
    node = await startNode(demo, { authentication: { ...authentication, cookie: true } });
    await node.listen(0, '127.0.0.1');
    address = (await node.getUrl()).replace('[::1]', '127.0.0.1');
    foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Another page</title>');
    });
    await new Promise<void>((done) => foreign.listen(0, '127.0.0.1', done));
    browser = await openBrowser();
    page = browser.page;
    await page.goto(`${address}/docs`);
  });
  afterAll(async () => {
    await browser.close();
    foreign.close();
    await node.close();
    await demo.close();
  });

  /** Sends a request as a script of the page. */
  const send = (method: string, url: string, headers: object = {}, body?: object): Promise<Sent> =>
    page.evaluate<Sent, object>(
      async ({ input, init }: any) => {
        const response = await fetch(input, init);
        const text = await response.text();
        return { status: response.status, body: text === '' ? null : JSON.parse(text) };
      },
      {
        input: `${address}${url}`,
        init: {
          method,
          headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        },
      },
    );

  const own = { 'x-csrf-protection': '1' };

  it('signs in, reads and writes, and its token is out of reach of scripts (C2.10)', async () => {
    const started = await send('POST', '/api/login', own, credentials);
    expect([started.status, started.body?.token_type]).toEqual([200, 'Cookie']);
    expect((await send('GET', '/api/profile')).status).toBe(200);
    expect((await send('PATCH', '/api/profile', own, { age: 40 })).status).toBe(200);
    expect((await send('PATCH', '/api/profile', {}, { age: 41 })).body?.code).toBe('csrf_refused');
    expect(await page.evaluate<string>('document.cookie')).toBe('');
    await page.reload();
    expect((await send('GET', '/api/profile')).status).toBe(200);
  });

  it('is not used by a form of another site, and refused for one of another port (C2.10)', async () => {
    const { port } = foreign.address() as AddressInfo;
    for (const [host, status] of [
      ['localhost', 401],
      ['127.0.0.1', 403],
    ] as const) {
      await page.goto(`http://${host}:${port}/`);
      const response = page.waitForResponse(`${address}/api/profile`);
      await page.evaluate(`(() => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', enctype: 'multipart/form-data' });
        form.action = '${address}/api/profile';
        form.innerHTML = '<input name="age" value="99">';
        document.body.append(form);
        form.submit();
      })()`);
      await page.waitForURL(`${address}/api/profile`);
      expect([host, (await response).status()]).toEqual([host, status]);
    }
  });

  it('is out of reach of a script of another port (C2.8, C2.10)', async () => {
    const { port } = foreign.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    const attempt = (init: object) =>
      page.evaluate<string, object>(
        async ({ input, init: given }: any) =>
          fetch(input, given).then(
            () => 'read',
            () => 'refused',
          ),
        { input: `${address}/api/profile`, init: { credentials: 'include', ...init } },
      );
    expect(await attempt({})).toBe('refused');
    expect(await attempt({ method: 'PATCH', headers: own, body: '{"age":99}' })).toBe('refused');
    await page.goto(`${address}/docs`);
    const { body } = await demo.get<{ attributes: { age: number } }>('/profile', 'reader');
    expect(body.attributes.age).toBe(40);
  });

  it('ends with a logout (C2.10)', async () => {
    expect((await send('POST', '/api/logout', own)).status).toBe(204);
    expect(await page.context().cookies()).toEqual([]);
    expect((await send('GET', '/api/profile')).status).toBe(401);
  });
});
