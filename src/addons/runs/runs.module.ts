import { Global, Module } from '@nestjs/common';
import { BackgroundRuns } from '../../modules/actions/background-runs.js';
import { ActionsModule } from '../../modules/actions/actions.module.js';
import { AcceptRuns } from './accept-runs.js';
import { RunAnnouncements } from './run-announcements.js';
import { RunCalls } from './run-calls.js';
import { RunExecution } from './run-execution.js';
import { RunLoop } from './run-loop.js';
import { RunPruning } from './run-pruning.js';
import { RunRequests } from './run-requests.js';
import { RunRows } from './run-rows.js';

/** Runs actions after the response to their request. @contract C14 */
@Global()
@Module({
  imports: [ActionsModule],
  providers: [
    RunRows,
    RunRequests,
    RunAnnouncements,
    RunCalls,
    RunExecution,
    RunLoop,
    RunPruning,
    AcceptRuns,
    { provide: BackgroundRuns, useExisting: AcceptRuns },
  ],
  exports: [BackgroundRuns, RunRows, RunLoop],
})
export class RunsModule {}
