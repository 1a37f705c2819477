import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ViewAsGuard } from './view-as.guard.js';
import { ViewLog } from './view-log.js';
import { ViewedAccounts } from './viewed-accounts.js';

/**
 * Reads with the rights of another account. Global guards run in the order of their modules: import
 * it after the modules that identify and count the caller.
 *
 * @contract C2.9
 */
@Module({
  providers: [ViewLog, ViewedAccounts, { provide: APP_GUARD, useClass: ViewAsGuard }],
})
export class ViewAsModule {}
