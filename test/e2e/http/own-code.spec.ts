import {
  Catch,
  Controller,
  Get,
  Module,
  Req,
  type ArgumentsHost,
  type ExceptionFilter,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Public } from '../../../src/index.js';
import { startApplication } from '../../support/demo-app.js';
import { seededDatabase } from '../../support/demo-template.js';
import { request, send, statusOf } from './raw.js';

class TeamError extends Error {}

@Controller('team')
class TeamController {
  @Get('boom')
  @Public()
  fail(): never {
    throw new TeamError();
  }

  @Get('type')
  @Public()
  type(@Req() { headers }: FastifyRequest): object {
    return { type: headers['content-type'] ?? null };
  }
}

@Catch(TeamError)
class TeamFilter implements ExceptionFilter {
  catch(_error: TeamError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.code(599).send({ message: 'Of the team.', code: 'team' });
  }
}

/** Its middleware ends requests itself. */
@Module({
  controllers: [TeamController],
  providers: [{ provide: APP_FILTER, useClass: TeamFilter }],
})
class TeamModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply((_incoming: IncomingMessage, response: ServerResponse) => {
        response.statusCode = 418;
        response.end();
      })
      .forRoutes('team/teapot');
  }
}

describe("an application of its own with a team's code", () => {
  let app: NestFastifyApplication;
  let dispose: () => Promise<void>;
  beforeAll(async () => {
    const database = await seededDatabase();
    dispose = database.dispose;
    app = await startApplication(database.url, TeamModule);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app.close();
    await dispose();
  });

  const portOf = async (): Promise<number> => Number(new URL(await app.getUrl()).port);

  it("sends errors of the team's handlers to its global filters (C9)", async () => {
    const { statusCode, body } = await app.inject('/team/boom');
    expect([statusCode, JSON.parse(body)]).toMatchObject([599, { code: 'team' }]);
  });

  it("keeps the form of the API's errors", async () => {
    const { statusCode, body } = await app.inject('/api/users');
    expect([statusCode, JSON.parse(body).code]).toEqual([401, 'unauthenticated']);
  });

  it('rejects requests before middleware, which may respond itself (C1.5)', async () => {
    const port = await portOf();
    expect(statusOf(await send(port, request('/team/teapot')))).toBe(418);
    expect(statusOf(await send(port, request('/team/teapot', 'GET', 'Host: evil.com')))).toBe(400);
    const long = `/team/teapot?a=${'x'.repeat(9_000)}`;
    expect(statusOf(await send(port, request(long)))).toBe(414);
  });

  it('gives headers to a target that is not a path (C1.5)', async () => {
    const raw = await send(await portOf(), request('*'));
    expect(statusOf(raw)).toBe(401);
    expect(raw).toMatch(/x-request-id: [\da-f-]{36}/i);
    expect(raw).toMatch(/cache-control: no-store/i);
  });

  it.each(['GET', 'HEAD'])('shows handlers the headers that %s has', async (method) => {
    const headers = { 'content-type': 'application/json', 'content-length': '2' };
    const { body } = await app.inject({ method: method as 'GET', url: '/team/type', headers });
    if (method === 'GET') expect(JSON.parse(body)).toEqual({ type: 'application/json' });
    else expect(body).toBe('');
  });
});
