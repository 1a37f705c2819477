import type { CanActivate, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../../src/app/create-application.js';
import { deployment } from '../../../demo/deployment.js';
import { BearerGuard } from '../../../src/index.js';
import { DatabaseClock } from '../../../src/database/read/database-clock.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import { followSteps } from '../../support/pages/follow-steps.js';
import { Page } from '../../support/pages/page.js';
import { printJson } from '../../support/pages/print-response.js';
import { runShell } from '../../support/pages/run-shell.js';
import { WrittenFiles } from '../../support/pages/written-files.js';

const page = Page.guide('authentication');
const GUARD = 'demo/resources/users/admins-from-within.guard.ts';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.app.listen(0, '127.0.0.1');
});
afterAll(() => demo?.close());

const login = (password: string, email = 'reader@example.com') =>
  demo.send<{ access_token: string }>('/login', {
    method: 'POST',
    body: { email, password },
    as: null,
  });

const request = (method: 'GET' | 'POST' | 'DELETE', path: string, token: string) =>
  demo.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });

describe('docs/guide/authentication.md', () => {
  it('shows how to sign in', () => {
    expect(page.commands).toHaveLength(1);
  });

  followSteps(page, page.commands, async ({ script }) => {
    const here = script.replaceAll('http://127.0.0.1:3000', await demo.app.getUrl());
    const response = await runShell(here);
    return { output: printJson(JSON.parse(response.replace(/"[\w-]{43}"/, '"<token>"'))) };
  });

  it('describes ending tokens as it works', async () => {
    const [one, other] = await Promise.all([login('password'), login('password')]);
    const [kept, ended] = [one.body.access_token, other.body.access_token];
    expect((await request('POST', '/logout', ended)).statusCode).toBeLessThan(300);
    expect((await request('GET', '/tokens', ended)).statusCode).toBe(401);
    const tokens = (await request('GET', '/tokens', kept)).json<{
      data: { id: string; current?: boolean }[];
    }>().data;
    for (const { id } of tokens) await request('DELETE', `/tokens/${id}`, kept);
    expect((await request('GET', '/tokens', kept)).statusCode).toBe(401);
  });

  it('describes refusals as they are', async () => {
    expect((await demo.get('/nothing', null)).status).toBe(401);
    expect((await demo.get(`/users?token=${await demo.tokenOf('admin')}`, null)).status).toBe(401);
    const suspended = await login('password', 'suspended@example.com');
    const wrong = await login('wrong', 'reader@example.com');
    expect([suspended.status, suspended.body]).toEqual([401, wrong.body]);
  });
});

describe('The guard of docs/guide/authentication.md', () => {
  const written = new WrittenFiles(page.files);
  let app: NestFastifyApplication;

  beforeAll(async () => {
    const { AdminsFromWithin } = await written.load<{ AdminsFromWithin: Type<CanActivate> }>(GUARD);
    const { options, modules } = deployment(
      readEnvironment({ DATABASE_URL: demo.url, STORAGE_PATH: demo.storage, LOG_LEVEL: 'silent' }),
    );
    app = await createApplication({
      options: { ...options, middleware: [BearerGuard, AdminsFromWithin] },
      modules,
    });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(async () => {
    await app?.close();
    written.dispose();
  });

  it('is one file, and is in the list that the page shows', () => {
    expect([...page.files.keys()]).toEqual([GUARD]);
    expect(page.text).toContain('middleware: [BearerGuard, AdminsFromWithin]');
  });

  it.each([
    ['admin', '127.0.0.1', 200],
    ['admin', '10.1.2.3', 403],
    ['reader', '10.1.2.3', 200],
  ] as const)('responds to %s from %s with %d', async (account, remoteAddress, status) => {
    const headers = { authorization: `Bearer ${await demo.tokenOf(account)}` };
    expect((await app.inject({ url: '/api/posts', headers, remoteAddress })).statusCode).toBe(
      status,
    );
  });

  it('works beside the limit on guesses that the page describes', async () => {
    const clock = app.get(DatabaseClock, { strict: false });
    jest.spyOn(clock, 'read').mockResolvedValue(new Date('2026-11-01T12:00:00.000Z'));
    const guess = (password: string) =>
      app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: 'author@example.com', password },
      });
    let response = await guess('wrong');
    for (let guesses = 1; guesses <= 20 && response.statusCode === 401; guesses++)
      response = await guess('wrong');
    expect(response.statusCode).toBe(429);
    const right = await guess('password');
    expect([right.statusCode, Number(right.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
