import {
  All,
  Catch,
  Controller,
  Module,
  Req,
  Res,
  type DynamicModule,
  type MiddlewareConsumer,
  type NestModule,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { FrameworkController } from '../errors/framework-controller.js';
import { UnmatchedController } from '../errors/unmatched.controller.js';
import type { OwnRoutes } from '../requests/own-routes.js';
import { HttpSetup } from './http-setup.js';

/**
 * Handles requests under the prefix that match no route. Everything outside the prefix belongs to
 * the application.
 * @contract C2.1
 */
@FrameworkController()
@Controller()
class UnmatchedUnderPrefix extends UnmatchedController {
  @All(['', '*'])
  override respond(
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    super.respond(httpRequest, reply);
  }
}

/**
 * Handles refusals of the API's guards on a team's own controllers. Other errors go to the filters
 * of the application.
 */
@Catch(RequestError)
class RefusalFilter extends ErrorFilter {}

const refusals: Provider = { provide: APP_FILTER, useClass: RefusalFilter };

/**
 * Handles all errors of an application of its own. Nest asks filters of nested modules first, so that
 * this one belongs to the outermost: filters of the application come before it.
 */
export const errorFilter: Provider = { provide: APP_FILTER, useClass: ErrorFilter };

/** Serves the API in an application: the whole of it, or the part under the prefix. */
@Module({})
export class HttpModule implements NestModule {
  constructor(private readonly setup: HttpSetup) {}

  static for({ root }: OwnRoutes): DynamicModule {
    const isWhole = root === '';
    return {
      module: HttpModule,
      imports: [RouterModule.register([{ path: root, module: HttpModule }])],
      controllers: [isWhole ? UnmatchedController : UnmatchedUnderPrefix],
      providers: [HttpSetup, ...(isWhole ? [] : [refusals])],
      exports: [HttpSetup],
    };
  }

  /** Nest calls it before it declares the routes, when the adapter exists. */
  configure(_consumer: MiddlewareConsumer): void {
    this.setup.attach();
  }
}
