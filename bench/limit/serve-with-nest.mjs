import 'reflect-metadata';
import {
  Controller,
  Get,
  Module,
  Patch,
  Post,
  Req,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { map } from 'rxjs';

const verbs = { GET: Get, POST: Post, PATCH: Patch };

/**
 * Serves routes with Nest and what the project's design needs of it: a guard, an interceptor and a
 * controller. Nothing can come closer to the limit than this.
 *
 * @param {readonly [verb: string, path: string, handler: Function][]} routes handlers receive the
 * request and the reply
 * @param {(request: object) => Promise<object | undefined>} findUser
 */
export async function serveWithNest(routes, findUser, port) {
  class TokenGuard {
    async canActivate(context) {
      const request = context.switchToHttp().getRequest();
      request.user = await findUser(request);
      if (!request.user) throw new UnauthorizedException();
      return true;
    }
  }
  class ResponseInterceptor {
    intercept(_context, next) {
      return next.handle().pipe(map((response) => response));
    }
  }
  class Routes {}
  for (const [verb, path, handler] of routes) {
    const name = `${verb} ${path}`;
    const descriptor = { value: (request, reply) => handler(request, reply), configurable: true };
    Object.defineProperty(Routes.prototype, name, descriptor);
    Req()(Routes.prototype, name, 0);
    Res({ passthrough: true })(Routes.prototype, name, 1);
    verbs[verb](path)(Routes.prototype, name, descriptor);
  }
  Controller()(Routes);
  class App {}
  Module({
    controllers: [Routes],
    providers: [
      { provide: APP_GUARD, useClass: TokenGuard },
      { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    ],
  })(App);
  const adapter = new FastifyAdapter();
  const app = await NestFactory.create(App, adapter, { logger: false });
  await app.listen(port, '127.0.0.1');
}
