import {
  All,
  Catch,
  Controller,
  Module,
  Req,
  Res,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { FrameworkController } from '../errors/framework-controller.js';
import { UnmatchedController } from '../errors/unmatched.controller.js';
import { HostedApplication } from './hosted-application.js';

/**
 * Handles requests under the prefix that match no route. Everything outside the prefix belongs to
 * the application.
 * @contract C2.1
 */
@FrameworkController()
@Controller()
export class UnmatchedUnderPrefix extends UnmatchedController {
  @All(['', '*'])
  override respond(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    super.respond(request, reply);
  }
}

/**
 * Handles refusals of the API's guards on a team's own controllers. Other errors go to the filters
 * of the application.
 */
@Catch(RequestError)
export class RefusalFilter extends ErrorFilter {}

/** Adds the API to an application that a team creates itself. Its path is the prefix. */
@Module({
  controllers: [UnmatchedUnderPrefix],
  providers: [HostedApplication, { provide: APP_FILTER, useClass: RefusalFilter }],
})
export class HostedModule implements NestModule {
  constructor(private readonly application: HostedApplication) {}

  /** Nest calls it before it declares the routes, when the adapter exists. */
  configure(_consumer: MiddlewareConsumer): void {
    this.application.attach();
  }
}
