import { Controller, Header, HttpCode, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { JSON_TEXT } from '../../http/answer-headers.js';
import { FrameworkController } from '../../http/framework-controller.js';
import { WritePivots } from '../../operations/write-pivots.js';
import { ResourceGuard } from '../records/resource.guard.js';
import { PivotRoute } from './pivot-route.decorator.js';
import { RelationGuard, type RelationHttpRequest } from './relation.guard.js';

/** The many-to-many relations of every resource. @contract C7 */
@FrameworkController()
@Controller(':resource/:id')
@UseGuards(ResourceGuard, RelationGuard)
export class RelationsController {
  constructor(private readonly pivots: WritePivots) {}

  @Post('attach/:relation')
  @PivotRoute('attach')
  @Header('Content-Type', JSON_TEXT)
  attach(@Req() { pivots }: RelationHttpRequest): Promise<string> {
    return this.pivots.attach(pivots);
  }

  @Post('sync/:relation')
  @PivotRoute('sync')
  @HttpCode(200)
  @Header('Content-Type', JSON_TEXT)
  sync(@Req() { pivots }: RelationHttpRequest): Promise<string> {
    return this.pivots.sync(pivots);
  }

  /** Without a body, unless a callback made one. */
  @Post('detach/:relation')
  @PivotRoute('detach')
  async detach(
    @Req() { pivots }: RelationHttpRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const returned = await this.pivots.detach(pivots);
    reply.code(returned === null ? 204 : 200);
    if (returned === null) return undefined;
    reply.type(JSON_TEXT);
    return returned;
  }

  @Patch(':relation/:related')
  @PivotRoute('attach')
  @Header('Content-Type', JSON_TEXT)
  patch(@Req() { pivots, params }: RelationHttpRequest): Promise<string> {
    return this.pivots.patch(pivots, params.related);
  }
}
