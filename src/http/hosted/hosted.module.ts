import {
  All,
  Catch,
  Controller,
  Module,
  Req,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../errors/index.js';
import { ErrorFilter } from '../error.filter.js';
import { FrameworkController } from '../framework-controller.js';
import { UnmatchedController } from '../unmatched.controller.js';
import { HostedApplication } from './hosted-application.js';

/**
 * Answers what no route under the prefix serves; everything outside it is the application's.
 * @contract C2.1
 */
@FrameworkController()
@Controller()
export class UnmatchedUnderPrefix extends UnmatchedController {
  @All(['', '*'])
  override refuse(@Req() request: FastifyRequest): never {
    return super.refuse(request);
  }
}

/**
 * Refusals of the API's guards on a team's own controllers; other errors keep the filters of the
 * application.
 */
@Catch(RequestError)
export class RefusalFilter extends ErrorFilter {}

/** Joins the API to an application that a team creates itself. Its path is the prefix. */
@Module({
  controllers: [UnmatchedUnderPrefix],
  providers: [HostedApplication, { provide: APP_FILTER, useClass: RefusalFilter }],
})
export class HostedModule implements NestModule {
  constructor(private readonly application: HostedApplication) {}

  /** Nest calls it before it declares the routes, once the adapter is there. */
  configure(_consumer: MiddlewareConsumer): void {
    this.application.attach();
  }
}
