import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ExplainInterceptor } from './explain.interceptor.js';
import { ExplainRecordings } from './explain-recordings.js';
import { Explanations } from './explanations.js';

/** `Prefer: explain`; part of a deployment with the option `explain` only. @contract C17.7 */
@Module({
  providers: [
    ExplainRecordings,
    Explanations,
    { provide: APP_INTERCEPTOR, useClass: ExplainInterceptor },
  ],
})
export class ExplainModule {}
