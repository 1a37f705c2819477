import { Controller, HttpCode, Patch, Post, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import { EnvelopeInterceptor } from '../../http/envelope.interceptor.js';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import type { ResourceResult } from '../../serialization/results.js';
import { ResourceGuard } from '../records/guards/resource.guard.js';
import { RouteOperation } from '../records/guards/route-operation.decorator.js';
import { PivotAbility } from './pivot-ability.decorator.js';
import { PivotAbilityGuard, type PivotHttpRequest } from './pivot-ability.guard.js';
import { WritePivots } from './write-pivots.js';
import { WritesRecords } from '../records/guards/writes-records.decorator.js';

/** Attach, detach and sync of every resource's many-to-many relations. @contract C7 */
@FrameworkController()
@Controller(':resource/:id')
@UseGuards(ResourceGuard, PivotAbilityGuard)
@UseInterceptors(EnvelopeInterceptor)
@WritesRecords()
export class RelationsController {
  constructor(private readonly pivots: WritePivots) {}

  @Post('attach/:relation')
  @PivotAbility('attach')
  @RouteOperation('attach')
  attach(@Req() { pivots }: PivotHttpRequest): Promise<ResourceResult> {
    return this.pivots.attach(pivots);
  }

  @Post('sync/:relation')
  @HttpCode(200)
  @PivotAbility('sync')
  @RouteOperation('sync')
  sync(@Req() { pivots }: PivotHttpRequest): Promise<ResourceResult> {
    return this.pivots.sync(pivots);
  }

  /** Responds without a body, unless a callback returned one. */
  @Post('detach/:relation')
  @HttpCode(200)
  @PivotAbility('detach')
  @RouteOperation('detach')
  detach(@Req() { pivots }: PivotHttpRequest): Promise<ResourceResult> {
    return this.pivots.detach(pivots);
  }

  /** Changes pivot values; requires the ability to attach. */
  @Patch(':relation/:related')
  @PivotAbility('attach')
  @RouteOperation('attach')
  patch(@Req() { pivots }: PivotHttpRequest): Promise<ResourceResult> {
    return this.pivots.patch(pivots);
  }
}
