import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { RelationsModule } from '../relations/relations.module.js';
import { ViewAsModule } from '../view-as/view-as.module.js';
import { AccessExplanations } from './access-explanations.js';
import { ActionAccess } from './action-access.js';
import { FieldAccess } from './field-access.js';
import { RecordAccess } from './record-access.js';
import { RelationAccess } from './relation-access.js';
import { WhyController } from './why.controller.js';

/**
 * Explains rights to administrators, at `/_why`; part of a deployment with the option `explain`
 * only.
 *
 * @contract C18.1
 */
@Module({
  imports: [RecordsModule, RelationsModule, ViewAsModule],
  controllers: [WhyController],
  providers: [AccessExplanations, RecordAccess, FieldAccess, RelationAccess, ActionAccess],
})
export class WhyModule {}
