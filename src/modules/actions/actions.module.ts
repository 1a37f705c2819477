import { Module, type Type } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { ActionAuthorizer } from './action-authorizer.js';
import { ActionGuard } from './action.guard.js';
import { ActionResponses } from './action-responses.js';
import { ActionChunks } from './action-chunks.js';
import { ActionRecords } from './action-records.js';
import { ActionsController } from './actions.controller.js';
import { StandalonePayloads } from './standalone-payloads.js';
import { RunAction } from './run-action.js';
import { RunAll } from './run-all.js';
import { RunObservers } from './run-observers.js';

const running: readonly Type[] = [
  ActionResponses,
  ActionChunks,
  ActionRecords,
  RunAction,
  RunAll,
  RunObservers,
];

/** Lists and runs the actions of every resource. @contract C6 */
@Module({
  imports: [RecordsModule],
  controllers: [ActionsController],
  providers: [...running, ActionAuthorizer, ActionGuard, StandalonePayloads],
  exports: [ActionAuthorizer, ActionResponses, StandalonePayloads, RunAction, RunAll, RunObservers],
})
export class ActionsModule {}
