import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RunProgressInterceptor } from './run-progress.interceptor.js';

/**
 * Sends the progress of runs over all records. Global interceptors run in the order of their modules:
 * import it before those that keep responses, which would otherwise keep the lines.
 *
 * @contract C6.10
 */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: RunProgressInterceptor }] })
export class RunProgressModule {}
