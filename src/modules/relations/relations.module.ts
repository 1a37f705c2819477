import { Module, type Type } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { PivotAbilityGuard } from './pivot-ability.guard.js';
import { PivotAuthorizer } from './pivot-authorizer.js';
import { PivotValidator } from './pivot-validator.js';
import { RelatedAuthorizer } from './related/related-authorizer.js';
import { RelatedController } from './related/related.controller.js';
import { RelatedRecords } from './related/related-records.js';
import { RelatedGuard } from './related/related.guard.js';
import { RelationsController } from './relations.controller.js';
import { WritePivots } from './write-pivots.js';
import { WritePivotsAtOnce } from './write-pivots-at-once.js';

const pivots: readonly Type[] = [
  PivotAbilityGuard,
  PivotAuthorizer,
  PivotValidator,
  WritePivots,
  WritePivotsAtOnce,
];

/**
 * The relations of every resource at paths of their own: pages of related records, and attach, detach
 * and sync of many-to-many relations. Relations in a query string are part of a read of records: the
 * pipeline plans them, and the database loads them with it.
 *
 * @contract C5.1, C7
 */
@Module({
  imports: [RecordsModule],
  controllers: [RelationsController, RelatedController],
  providers: [...pivots, RelatedAuthorizer, RelatedGuard, RelatedRecords],
  exports: [PivotAuthorizer, WritePivots, RelatedAuthorizer, RelatedRecords],
})
export class RelationsModule {}
