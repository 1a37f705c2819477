import { HttpCode, Patch, Post, Req, UseGuards } from '@nestjs/common';
import { FrameworkController } from '../../http/framework-controller.js';
import type { ResourceResult } from '../../serialization/results.js';
import { ResourceGuard } from '../records/resource.guard.js';
import { RouteOperation } from '../records/route-operation.decorator.js';
import { SafeWrite } from '../records/safe-writes/safe-write.decorator.js';
import { PivotAbility } from './pivot-ability.decorator.js';
import { PivotAbilityGuard, type PivotHttpRequest } from './pivot-ability.guard.js';
import { WritePivots } from './write-pivots.js';

/** Attach, detach and sync of every resource's many-to-many relations. @contract C7 */
@FrameworkController({ path: ':resource/:id' })
@UseGuards(ResourceGuard, PivotAbilityGuard)
@SafeWrite()
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
