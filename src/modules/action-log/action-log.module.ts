import { Global, Module } from '@nestjs/common';
import { ChangeLog } from './change-log.js';
import { ActionLogWriter } from './action-log-writer.js';
import { LogRetention } from './log-retention.js';
import { RetentionSchedule } from './retention-schedule.js';

/** The log of actions and writes. @contract C8 */
@Global()
@Module({
  providers: [{ provide: ChangeLog, useClass: ActionLogWriter }, LogRetention, RetentionSchedule],
  exports: [ChangeLog],
})
export class ActionLogModule {}
