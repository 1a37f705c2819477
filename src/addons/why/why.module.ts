import { Global, Module } from '@nestjs/common';
import { RelationsModule } from '../../modules/relations/relations.module.js';
import { DecisionObserver } from '../../registry/resources/decision-observer.js';
import { AccessExplanations } from './access-explanations.js';
import { ActionAccess } from './action-access.js';
import { FieldAccess } from './field-access.js';
import { RecordAccess } from './record-access.js';
import { RecordedDecisions } from './recorded-decisions.js';
import { RelationAccess } from './relation-access.js';
import { WhyController } from './why.controller.js';

/**
 * Explains rights to administrators, at `/_why`; part of a deployment with the option `why` only.
 * Global, so that the registry finds the observer.
 *
 * @contract C18.1
 */
@Global()
@Module({
  imports: [RelationsModule],
  controllers: [WhyController],
  providers: [
    ...[AccessExplanations, RecordAccess, FieldAccess, RelationAccess, ActionAccess],
    RecordedDecisions,
    { provide: DecisionObserver, useExisting: RecordedDecisions },
  ],
  exports: [DecisionObserver],
})
export class WhyModule {}
