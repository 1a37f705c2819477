import { Global, Module } from '@nestjs/common';
import { ChangeLog } from './change-log.js';
import { ActionLogWriter } from './action-log-writer.js';
import { KeptFiles } from './kept-files.js';
import { LogRetention } from './log-retention.js';
import { RetentionSchedule } from './retention-schedule.js';
import { Snapshots } from './snapshots.js';

/** The log of actions and writes. @contract C8 */
@Global()
@Module({
  providers: [
    { provide: ChangeLog, useClass: ActionLogWriter },
    KeptFiles,
    Snapshots,
    LogRetention,
    RetentionSchedule,
  ],
  exports: [ChangeLog, KeptFiles, Snapshots],
})
export class ActionLogModule {}
