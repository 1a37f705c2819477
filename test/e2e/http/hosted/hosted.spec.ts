import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { User } from '../../../../demo/resources/users/user.entity.js';
import { DATABASE, type Database } from '../../../../src/database/connection/database.js';
import { HostError } from '../../../../src/index.js';
import { png } from '../../../support/images.js';
import { request, send as sendRaw, statusOf } from '../raw.js';
import { HostedApp } from './hosted-app.js';

/** A filter of the team for everything, as many applications have one. */
@Catch()
class TeamFilter implements ExceptionFilter {
  catch(error: { status?: number }, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.code(error.status ?? 500).send({ team: true });
  }
}

describe('The API in an ordinary Nest application with FastifyAdapter', () => {
  let hosted: HostedApp;
  beforeAll(async () => {
    hosted = await HostedApp.start();
  });
  afterAll(() => hosted.close());

  const send: HostedApp['send'] = (...given) => hosted.send(...given);

  it('stores, shows, patches and deletes (C4)', async () => {
    const stored = await send('POST', '/api/tags', { id: 'hosted', label: 'Hosted' });
    expect([stored.status, stored.headers.get('location')]).toEqual([201, '/api/tags/hosted']);
    const patched = await send('PATCH', '/api/tags/hosted', { label: 'Patched' });
    expect([patched.status, patched.body.data.attributes.label]).toEqual([200, 'Patched']);
    const merged = await send('PATCH', '/api/tags/hosted', '{"label":"Merged"}', {
      'content-type': 'application/merge-patch+json',
    });
    expect([merged.status, merged.body.data.attributes.label]).toEqual([200, 'Merged']);
    expect((await send('DELETE', '/api/tags/hosted')).status).toBe(204);
    expect((await send('GET', '/api/tags/hosted')).status).toBe(404);
  });

  it('accepts a form with a file (C4.1, C10)', async () => {
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(png())]), 'me.png');
    const uploaded = await send('POST', '/api/profile', form);
    expect([uploaded.status, uploaded.body.attributes.avatar]).toEqual([
      200,
      expect.stringMatching(/^\/storage\/users\/1\//),
    ]);
    expect((await hosted.fetch('GET', uploaded.body.attributes.avatar)).status).toBe(200);
  });

  it('attaches, patches a pivot row and detaches (C7)', async () => {
    await send('POST', '/api/users/4/sync/roles', { roles: [] });
    expect((await send('POST', '/api/users/4/attach/roles', { roles: ['1'] })).status).toBe(201);
    expect((await send('PATCH', '/api/users/4/roles/1', { policy: 'read' })).status).toBe(200);
    expect((await send('POST', '/api/users/4/detach/roles', { roles: ['1'] })).status).toBe(204);
  });

  it('is read as another account, and the rest of the application is not (C2.9)', async () => {
    const viewing = { 'view-as': '4' };
    const profile = await send('GET', '/api/profile', undefined, viewing);
    expect([profile.status, profile.body.id]).toEqual([200, '4']);
    expect((await send('GET', '/api/reports', undefined, viewing)).headers.get('vary')).toBe(
      'View-As',
    );
    const written = await send('POST', '/api/tags', { id: 'viewed', label: 'Viewed' }, viewing);
    expect([written.status, written.body.code]).toEqual([403, 'view_as_read_only']);
    const order = await send('POST', '/shop/orders', { of: 'books' }, viewing);
    expect([order.status, order.body]).toEqual([201, { received: { of: 'books' } }]);
  });

  it('runs actions (C6)', async () => {
    const ran = await send('POST', '/api/posts/actions?action=import-posts', { count: 1 });
    expect([ran.status, ran.body]).toEqual([200, { message: 'Posts imported.', stored: 1 }]);
  });

  it('responds to agents (C11.1)', async () => {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'users-profile-tool', arguments: {} },
    };
    const called = await send('POST', '/mcp', message, { accept: 'application/json' });
    expect([called.status, called.body.result.structuredContent.type]).toEqual([200, 'users']);
    expect((await hosted.fetch('POST', '/mcp')).status).toBe(401);
  });

  it.each([
    ['GET', '/api/users', {}, 401, 'unauthenticated'],
    ['GET', '/api/nothing/at/all', {}, 401, 'unauthenticated'],
    ['PROPFIND', '/api/users', {}, 401, 'unauthenticated'],
  ])('refuses %s %s without a token (C2.1)', async (method, path, headers, status, code) => {
    const refused = await hosted.fetch(method, path, undefined, headers);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    ['GET', '/api/nothing', undefined, {}, 404, 'not_found'],
    ['GET', '/api/nothing/at/all/of/it', undefined, {}, 404, 'not_found'],
    ['PUT', '/api/users', '{}', { 'content-type': 'application/json' }, 405, 'method_not_allowed'],
    ['DELETE', '/mcp', undefined, {}, 405, 'method_not_allowed'],
    ['POST', '/api/tags', '{', { 'content-type': 'application/json' }, 400, 'malformed_request'],
    [
      'POST',
      '/api/tags',
      'a=b',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['POST', '/api/tags', 'a', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [
      'POST',
      '/api/tags',
      '{}',
      { 'content-type': 'application/vnd.resource-api.json' },
      415,
      'unsupported_media_type',
    ],
    [
      'PATCH',
      '/api/tags/x',
      '{}',
      { 'content-type': 'application/json; charset=latin1' },
      415,
      'unsupported_media_type',
    ],
    [
      'PUT',
      '/api/tags/x',
      '{}',
      { 'content-type': 'application/merge-patch+json' },
      415,
      'unsupported_media_type',
    ],
    ['GET', '/api/users?nothing=1', undefined, {}, 400, 'invalid_query'],
  ])('rejects %s %s (C9)', async (method, path, body, headers, status, code) => {
    const refused = await send(method, path, body, headers);
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  it('rejects a query string past its limit (C12)', async () => {
    const refused = await send('GET', `/api/users?search=${'x'.repeat(9_000)}`);
    expect([refused.status, refused.body.code]).toEqual([414, 'uri_too_long']);
  });

  it('rejects two headers Host (C1.5)', async () => {
    const raw = request('/api/users', 'GET', 'Host: evil.com');
    expect(statusOf(await sendRaw(Number(new URL(hosted.address).port), raw))).toBe(400);
  });

  it('names the methods of an endpoint (C2.1)', async () => {
    expect((await send('PUT', '/api/users', {})).headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('rejects a body past its limit (C12)', async () => {
    const refused = await send('POST', '/api/tags', { label: 'x'.repeat(1024 * 1024) });
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
  });

  it('serves health, the document and its page to everyone (C2.1)', async () => {
    for (const path of ['/health/live', '/docs', '/docs/openapi.json'])
      expect((await hosted.fetch('GET', path)).status).toBe(200);
  });

  it("ignores the team's routes outside the prefix (C2.1)", async () => {
    const open = await hosted.fetch('GET', '/shop');
    expect([open.status, open.body, open.headers.get('x-request-id')]).toEqual([
      200,
      { open: true },
      null,
    ]);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const ordered = await hosted.fetch('POST', '/shop/orders', 'item=1', type);
    expect([ordered.status, ordered.body]).toEqual([201, { received: { item: '1' } }]);
    const own = { 'content-type': 'application/vnd.resource-api.json' };
    expect((await hosted.fetch('POST', '/shop/orders', '{}', own)).status).toBe(415);
    expect((await hosted.fetch('GET', '/shop/broken')).body).toEqual({
      statusCode: 500,
      message: 'Internal server error',
    });
    for (const path of ['/', '/elsewhere'])
      expect((await hosted.fetch('GET', path)).body).toMatchObject({
        message: `Cannot GET ${path}`,
      });
    expect((await hosted.fetch('PUT', '/shop')).status).toBe(404);
  });

  it("guards the team's routes if they ask for it, and all under the prefix (C2.1)", async () => {
    expect((await hosted.fetch('GET', '/shop/account')).body.code).toBe('unauthenticated');
    expect((await send('GET', '/shop/account')).body).toEqual({ signedIn: true });
    expect((await hosted.fetch('GET', '/api/reports')).body.code).toBe('unauthenticated');
    expect((await send('GET', '/api/reports')).body).toEqual({ reports: [] });
  });
});

describe('The API in an application with parsers, filters and versions of its own', () => {
  let hosted: HostedApp;
  beforeAll(async () => {
    hosted = await HostedApp.start((app) => {
      app.useBodyParser('application/json', {}, (_request: unknown, body: Buffer, done: Function) =>
        done(null, { bytes: body.length }),
      );
      app.useGlobalFilters(new TeamFilter());
      app.enableVersioning({ type: 0, defaultVersion: '1' });
    });
  });
  afterAll(() => hosted.close());

  it('reads bodies of the API by its own parser (C4.2)', async () => {
    const stored = await hosted.send('POST', '/api/tags', { id: 'own', label: 'Own' });
    expect([stored.status, stored.body.data?.id]).toEqual([201, 'own']);
    const ordered = await hosted.send('POST', '/v1/shop/orders', { item: 1 });
    expect(ordered.body).toEqual({ received: { bytes: 10 } });
  });

  it('keeps the form of its errors (C9)', async () => {
    const sent = { 'content-type': 'application/json' };
    expect((await hosted.send('POST', '/api/tags', '{', sent)).body.code).toBe('malformed_request');
    expect((await hosted.send('POST', '/api/tags', {})).body.code).toBe('validation_failed');
    expect((await hosted.send('GET', '/api/nothing')).body.code).toBe('not_found');
    expect((await hosted.fetch('GET', '/v1/shop/broken')).body).toEqual({ team: true });
  });
});

describe('A script with the modules of the application', () => {
  it('starts without a server', async () => {
    await HostedApp.asScript(async (app) => {
      const { dataSource } = app.get<Database>(DATABASE, { strict: false });
      expect(await dataSource.getRepository(User).count()).toBeGreaterThan(1);
    });
  });
});

describe('An application that cannot host the API', () => {
  it('does not start with a global prefix that moves it, and reports what to write', async () => {
    const fault: unknown = await HostedApp.start((app) => void app.setGlobalPrefix('v1')).catch(
      (error) => error,
    );
    expect(fault).toBeInstanceOf(HostError);
    expect(String(fault)).toMatch(/moves the API away from \/api.*exclude/s);
  });

  it('does not start if its adapter does not know the proxies', async () => {
    const start = HostedApp.start(undefined, { trustedProxies: ['10.0.0.1'] });
    await expect(start).rejects.toThrow("new FastifyAdapter({ trustProxy: ['10.0.0.1'] })");
  });

  it('does not start if forms cannot be read', async () => {
    const start = HostedApp.start(undefined, {}, new FastifyAdapter({ multipart: false }));
    await expect(start).rejects.toThrow('Remove the option multipart: false');
  });

  it('does not start on another adapter', async () => {
    class OtherAdapter extends FastifyAdapter {
      override getType(): string {
        return 'express';
      }
    }
    await expect(HostedApp.start(undefined, {}, new OtherAdapter())).rejects.toThrow(
      'new FastifyAdapter()',
    );
  });

  it('starts with a global prefix that excludes the API', async () => {
    const exclude = [
      'api',
      'api/*path',
      'mcp',
      'docs',
      'docs/*path',
      'health/*path',
      'metrics',
      'storage/*path',
    ];
    const hosted = await HostedApp.start(
      (app) => void app.setGlobalPrefix('v1', { exclude: [...exclude, '.well-known/*path'] }),
    );
    try {
      expect((await hosted.send('GET', '/api/users')).status).toBe(200);
      expect((await hosted.fetch('GET', '/v1/shop')).status).toBe(200);
    } finally {
      await hosted.close();
    }
  });
});
