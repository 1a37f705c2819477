import {
  Body,
  Controller,
  Module,
  Post,
  type MiddlewareConsumer,
  type NestModule,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { listen } from '../raw.js';
import { seededDatabase } from '../../../support/demo-template.js';
import { startApplication, startDemo, type DemoApp } from '../../../support/demo-app.js';
import { HostedApp } from './hosted-app.js';

const json = { 'content-type': 'application/json' };

/** Method, path, body and headers; the caller is signed in unless a token is among the headers. */
type Sent = readonly [method: string, path: string, body?: string, headers?: object];

const requests: readonly Sent[] = [
  ['GET', '/api/users?include=roles&sort=id'],
  ['HEAD', '/api/users'],
  ['GET', '/api/users/999'],
  ['GET', '/api/users?nothing=1'],
  ['GET', `/api/users?search=${'x'.repeat(9_000)}`],
  ['GET', '/api/users', undefined, { authorization: 'Bearer nobody' }],
  ['GET', '/api', undefined, { authorization: 'Bearer nobody' }],
  ['GET', '/api/nothing/at/all'],
  ['GET', '/api/us%00ers'],
  ['OPTIONS', '/api/users'],
  ['OPTIONS', '/api/users', '{', json],
  ['PUT', '/api/users', '{}', json],
  ['PROPFIND', '/api/users'],
  ['QUERY', '/api/users', '{', json],
  ['QUERY', '/api/users'],
  ['POST', '/api/tags', '{"id":"both","label":"Both"}', json],
  ['POST', '/api/tags', '{"id":', json],
  ['POST', '/api/tags', '{}', json],
  ['POST', '/api/tags', '{}', { 'content-type': 'text/plain' }],
  ['POST', '/api/tags', '{}', { 'content-type': 'no/such/type' }],
  ['POST', '/api/tags', '{}', { 'content-type': 'application/vnd.resource-api.json' }],
  ['POST', '/api/tags', '{}', { ...json, 'content-encoding': 'gzip' }],
  ['POST', '/api/tags', `"${'x'.repeat(1024 * 1024)}"`, json],
  ['PATCH', '/api/tags/both', '{"label":"A"}', { 'content-type': 'application/merge-patch+json' }],
  ['DELETE', '/api/tags/both', '', { 'idempotency-key': 'delete-both' }],
  ['DELETE', '/api/tags/both', '', { 'idempotency-key': 'delete-both' }],
  ['DELETE', '/api/tags/both'],
  ['GET', '/health/live'],
  ['POST', '/mcp', '{', { ...json, accept: 'application/json' }],
  ['DELETE', '/mcp'],
  ['GET', '/storage/nothing.png'],
  ['GET', '/docs/openapi.json'],
];

/** The headers and values that differ with every request. */
const passing = new Set(['date', 'etag', 'x-request-id']);
const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

describe('an application that hosts the API', () => {
  let own: DemoApp;
  let hosted: HostedApp;
  let ownAddress: string;
  beforeAll(async () => {
    own = await startDemo();
    ownAddress = `http://127.0.0.1:${await listen(own)}`;
    hosted = await HostedApp.start();
  });
  afterAll(async () => {
    await hosted.close();
    await own.close();
  });

  it('responds as an application of its own does (C2.1, C4.3, C9)', async () => {
    const tokens = [await signIn(ownAddress), await signIn(hosted.address)];
    for (const sent of requests) {
      const [alone, beside] = [
        await send(ownAddress, tokens[0]!, sent),
        await send(hosted.address, tokens[1]!, sent),
      ];
      expect([sent.slice(0, 2), beside]).toEqual([sent.slice(0, 2), alone]);
    }
  });
});

/** A team's own controller under the prefix, for bodies that the API does not take. */
@Controller('api/imports')
class ImportsController {
  @Post()
  read(@Body() body: unknown): object {
    return { read: body };
  }
}

@Module({ controllers: [ImportsController] })
class ImportsModule implements NestModule {
  constructor(private readonly host: HttpAdapterHost) {}

  configure(_consumer: MiddlewareConsumer): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, text, done) =>
      done(null, String(text).split(',')),
    );
  }
}

describe("a team's own controller under the prefix", () => {
  const csv = ['POST', '/api/imports', 'a,b', { 'content-type': 'text/csv' }] as const;
  const tag = ['POST', '/api/tags', 'a,b', { 'content-type': 'text/csv' }] as const;

  it('takes what parsers of the application read, in both kinds of applications (C4.3)', async () => {
    const { url, dispose } = await seededDatabase();
    const own = await startApplication(url, ImportsModule);
    await own.listen(0, '127.0.0.1');
    const hosted = await HostedApp.start(undefined, {}, undefined, [ImportsModule]);
    for (const address of [await own.getUrl(), hosted.address]) {
      const token = await signIn(address);
      const [status, , text] = await send(address, token, csv);
      expect([status, text]).toEqual([201, '{"read":["a","b"]}']);
      expect((await send(address, token, tag))[0]).toBe(415);
      const plain = { 'content-type': 'application/x-unread' };
      expect((await send(address, token, ['POST', '/api/imports', 'a', plain]))[0]).toBe(415);
      expect((await send(address, 'nobody', csv))[0]).toBe(401);
    }
    await hosted.close();
    await own.close();
    await dispose();
  });
});

/** Asks the service while the modules of the application end. */
@Module({})
class EndingModule implements OnModuleDestroy {
  static status: number | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  async onModuleDestroy(): Promise<void> {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    EndingModule.status = (await server.inject('/health/live')).statusCode;
  }
}

describe('a service that stops', () => {
  it('rejects requests before modules of the team end, in both kinds of applications (C9)', async () => {
    const { url, dispose } = await seededDatabase();
    const own = await startApplication(url, EndingModule);
    const hosted = await HostedApp.start(undefined, {}, undefined, [EndingModule]);
    for (const app of [own, hosted]) {
      EndingModule.status = undefined;
      await app.close();
      expect(EndingModule.status).toBe(503);
    }
    await dispose();
  });
});

async function signIn(address: string): Promise<string> {
  const body = JSON.stringify({ email: 'admin@example.com', password: 'password' });
  const response = await fetch(`${address}/api/login`, { method: 'POST', body, headers: json });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function send(address: string, token: string, [method, path, body, headers]: Sent) {
  const response = await fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers } as Record<string, string>,
    ...(body !== undefined && { body }),
  });
  const shown = [...response.headers].filter(([name]) => !passing.has(name));
  return [response.status, Object.fromEntries(shown), (await response.text()).replace(time, '')];
}
