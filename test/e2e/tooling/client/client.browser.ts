import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import type { ClientInPage } from '../../../support/browser/client-in-page.js';
import { openBrowser, type OpenBrowser } from '../../../support/browser/open-browser.js';
import { compiledPath } from '../../../support/compiled-path.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { png } from '../../../support/images.js';

/** What the functions below find in the page. */
declare const client: ClientInPage;

/** Returns the code of the client as a page loads it. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-bundle-'));
  const file = join(folder, 'client.js');
  const entry = compiledPath('test/support/browser/client-in-page.ts');
  await promisify(execFile)('node_modules/.bin/rolldown', [
    ...[entry, '--platform', 'browser', '--format', 'iife', '--file', file],
  ]);
  const code = readFileSync(file, 'utf8');
  rmSync(folder, { recursive: true });
  return code;
}

/** Serves an empty page that has loaded the script. */
async function servePage(script: string): Promise<Server> {
  const html = `<!doctype html><link rel="icon" href="data:," /><script>${script}</script>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('The typed client in a browser, from another origin', () => {
  let demo: DemoApp;
  let server: Server;
  let browser: OpenBrowser;
  let page: Page;
  /** The service, and a token of the admin. */
  let options: { readonly url: string; readonly token: string };
  let origin: string;
  beforeAll(async () => {
    server = await servePage(await bundle());
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    demo = await startDemo({ cors: [origin] });
    await demo.app.listen(0, '127.0.0.1');
    options = { url: await demo.app.getUrl(), token: await demo.tokenOf('admin') };
    browser = await openBrowser();
    page = browser.page;
    await page.goto(origin);
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    await demo.close();
  });

  it('signs in, and reads records with the columns and relations that it selects', async () => {
    const read = await page.evaluate(async ({ url }) => {
      const api = client.createApi({ url });
      await api.login({ email: 'admin@example.com', password: 'password' });
      const { attributes } = await api.profile.show({ fields: ['email'] });
      const { data } = await api.posts.index({
        fields: ['title'],
        include: { user: { fields: ['name'] }, comments: { fields: [], sort: '-id' } },
        filter: { status: 'published', published_at: { gte: new Date('2025-01-01') } },
        sort: 'title',
        perPage: 3,
      });
      await api.logout();
      return { attributes, data };
    }, options);
    expect(read.attributes).toEqual({ email: 'admin@example.com' });
    const same = await demo.get<{ data: unknown }>(
      '/posts?fields[posts]=title&include=user[name],comments[id]&sort[comments]=-id&filter[status]=published&filter[published_at][gte]=2025-01-01&sort=title&perPage=3',
    );
    expect(read.data).toEqual(same.body.data);
  });

  it('reads the headers of responses: version, request id, links (C2.8)', async () => {
    const seen = await page.evaluate(async (given) => {
      const { api, responses } = client.observe(given);
      const post = await api.posts.show(1);
      await api.posts.index({ perPage: 1 });
      const missing = await client.failureOf(api.posts.show(0));
      return { version: api.$version(post), requestId: missing.requestId, responses };
    }, options);
    const [shown, listed, missing] = seen.responses;
    expect(seen.version).toMatch(/^W\//);
    expect(shown!.headers).toMatchObject({ etag: seen.version });
    expect(listed!.headers.link).toContain('rel="next"');
    expect(missing).toMatchObject({ status: 404, headers: { 'x-request-id': seen.requestId } });
  });

  it('executes a write once, although its first response was lost (C13.2)', async () => {
    const path = `${options.url}/api/posts`;
    const sent: (string | undefined)[] = [];
    await page.route(
      path,
      async (route) => {
        sent.push(route.request().headers()['idempotency-key']);
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    const stored = await page.evaluate(async (given) => {
      const { api, responses } = client.observe({ ...given, delay: () => 0 });
      const { id } = await api.posts.store({ title: 'Stored once', status: 'draft' });
      return { id, responses };
    }, options);
    expect(sent).toEqual([expect.any(String)]);
    expect(stored.responses).toEqual([
      { status: 201, headers: expect.objectContaining({ 'idempotency-replayed': 'true' }) },
    ]);
    const found = await demo.get<{ data: { id: string }[] }>('/posts?filter[title]=Stored once');
    expect(found.body.data.map(({ id }) => id)).toEqual([stored.id]);
  });

  it('does not overwrite what somebody else has changed (C13.1)', async () => {
    const late = await page.evaluate(async (given) => {
      const [mine, theirs] = [client.createApi(given), client.createApi(given)];
      const post = await mine.posts.show(2);
      const changed = await theirs.posts.patch(await theirs.posts.show(2), { title: 'Theirs' });
      const { code, version } = await client.failureOf(mine.posts.patch(post, { title: 'Mine' }));
      return { code, version, current: theirs.$version(changed) };
    }, options);
    expect(late).toEqual({
      code: 'precondition_failed',
      version: late.current,
      current: expect.stringMatching(/^W\//),
    });
    const { body } = await demo.get<{ data: { attributes: { title: string } } }>('/posts/2');
    expect(body.data.attributes.title).toBe('Theirs');
  });

  it('uploads a File, and reads it (C10)', async () => {
    const image = [...png()];
    const avatar = await page.evaluate(
      async ({ given, bytes }) => {
        const api = client.createApi(given);
        const file = new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });
        return (await api.profile.patch({ avatar: file, age: 41 })).attributes;
      },
      { given: options, bytes: image },
    );
    expect(avatar).toMatchObject({
      age: 41,
      avatar: expect.stringMatching(/^\/storage\/users\/1\/.*\.png$/),
    });
  });

  it('iterates pages, one stream and a file, with the same records (C3.1, C17.3)', async () => {
    const read = await page.evaluate(async (given) => {
      const api = client.createApi(given);
      const query = { fields: ['title'], filter: { user_id: 3 }, sort: 'title' } as const;
      const [numbered, keyset, streamed]: string[][] = [[], [], []];
      for await (const { data } of api.posts.pages({ ...query, perPage: 10 }))
        numbered!.push(...data.map(({ attributes }) => attributes.title));
      for await (const { attributes } of api.posts.all({ ...query, perPage: 10 }))
        keyset!.push(attributes.title);
      for await (const { attributes } of api.posts.stream(query)) streamed!.push(attributes.title);
      const csv = await new Response(await api.posts.export('csv', query)).text();
      return { numbered, keyset, streamed, csv };
    }, options);
    expect(read.numbered!.length).toBeGreaterThan(20);
    expect(read.keyset).toEqual(read.numbered);
    expect(read.streamed).toEqual(read.numbered);
    expect(read.csv.trimEnd().split('\r\n')).toHaveLength(read.numbered!.length + 1);
  });

  it('stops a stream when the caller aborts it, or leaves the loop', async () => {
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.failure()!.errorText));
    const stopped = await page.evaluate(async (given) => {
      const api = client.createApi(given);
      const controller = new AbortController();
      const { signal } = controller;
      const seen: string[] = [];
      let failure: unknown;
      try {
        for await (const { id } of api.posts.stream({ include: ['comments'] }, { signal })) {
          seen.push(id);
          controller.abort(new Error('Enough.'));
        }
      } catch (error) {
        failure = error;
      }
      for await (const _post of api.posts.stream({ include: ['comments'] })) break;
      return { seen: seen.length, message: (failure as Error).message };
    }, options);
    expect(stopped).toEqual({ seen: 1, message: 'Enough.' });
    while (failed.length < 2) await page.waitForTimeout(50);
    expect(failed).toEqual(['net::ERR_ABORTED', 'net::ERR_ABORTED']);
  });

  it('narrows errors by their code (C9)', async () => {
    const errors = await page.evaluate(async (given) => {
      const describe = async (request: Promise<unknown>): Promise<unknown> => {
        const error = await client.failureOf(request);
        switch (error.code) {
          case 'validation_failed':
          case 'invalid_query':
            return [error.code, Object.keys(error.errors)];
          default:
            return [error.code, error.status];
        }
      };
      const api = client.createApi(given);
      const closed = client.createApi({ url: 'http://127.0.0.1:1', retries: 0 });
      return [
        await describe(api.posts.store({ title: '', status: 'draft' })),
        await describe(api.$resource('posts').index({ sort: 'titel' })),
        await describe(client.createApi({ url: given.url }).profile.show()),
        await describe(closed.posts.index()),
      ];
    }, options);
    expect(errors).toEqual([
      ['validation_failed', ['title']],
      ['invalid_query', ['sort']],
      ['unauthenticated', 401],
      ['network_error', 0],
    ]);
  });

  it('previews and limits a write (C13.3, C13.4)', async () => {
    const preview = await page.evaluate(async (given) => {
      const api = client.createApi(given);
      const query = { filter: { user_id: 3, status: 'draft' } } as const;
      const publish = (terms: { dryRun?: true; maxAffected?: number }) =>
        api.posts.run('publish-posts', { repositories: 'all' }, query, terms);
      const { affected } = (await publish({ dryRun: true })) as { affected?: { updated: number } };
      const { code } = await client.failureOf(publish({ maxAffected: 1 }));
      return { updated: affected!.updated, code, left: (await api.posts.index(query)).meta.total };
    }, options);
    expect(preview.updated).toBeGreaterThan(1);
    expect(preview).toEqual({
      updated: preview.left,
      code: 'max_affected_exceeded',
      left: preview.left,
    });
  });

  it('reads how long to wait after too many logins (C2.6)', async () => {
    const refused = await page.evaluate(async ({ url }) => {
      const api = client.createApi({ url });
      const login = () =>
        client.failureOf(api.login({ email: 'author@example.com', password: 'wrong' }));
      let error = await login();
      while (error.code === 'unauthenticated') error = await login();
      return { code: error.code, retryAfter: error.retryAfter };
    }, options);
    expect(refused.code).toBe('too_many_requests');
    expect(refused.retryAfter).toBeGreaterThan(0);
  });

  it('sends no requests elsewhere, and reports no errors but those of responses', () => {
    expect([...browser.origins].sort()).toEqual([origin, options.url, 'http://127.0.0.1:1'].sort());
    const expected = /Failed to load resource: (the server responded|net::ERR_)/;
    expect(browser.complaints.filter((text) => !expected.test(text))).toEqual([]);
  });
});
