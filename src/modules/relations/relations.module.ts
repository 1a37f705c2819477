import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { PivotAbilityGuard } from './pivot-ability.guard.js';
import { PivotAuthorizer } from './pivot-authorizer.js';
import { PivotValidator } from './pivot-validator.js';
import { RelationsController } from './relations.controller.js';
import { WritePivots } from './write-pivots.js';
import { WritePivotsAtOnce } from './write-pivots-at-once.js';

/** Attaches, detaches and syncs the many-to-many relations of every resource. @contract C7 */
@Module({
  imports: [RecordsModule],
  controllers: [RelationsController],
  providers: [PivotAbilityGuard, PivotAuthorizer, PivotValidator, WritePivots, WritePivotsAtOnce],
  exports: [PivotAuthorizer, WritePivots],
})
export class RelationsModule {}
