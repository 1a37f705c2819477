import { Global, Module } from '@nestjs/common';
import { ChangeLog } from './change-log.js';
import { ActionLogWriter } from './action-log-writer.js';
import { LogRetention } from './log-retention.js';
import { RetentionSchedule } from './retention-schedule.js';
import { Snapshots } from './snapshots.js';

/** The log of actions and writes. @contract C8 */
@Global()
@Module({
  providers: [
    { provide: ChangeLog, useClass: ActionLogWriter },
    Snapshots,
    LogRetention,
    RetentionSchedule,
  ],
  exports: [ChangeLog, Snapshots],
})
export class ActionLogModule {}
