import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { RelationsModule } from '../../modules/relations/relations.module.js';
import { ExplainInterceptor } from './explain.interceptor.js';
import { ExplainedReads } from './explained-reads.js';
import { RepeatedReads } from './repeated-reads.js';

/** Explains reads. @contract C17.6 */
@Module({
  imports: [RelationsModule],
  providers: [
    ExplainedReads,
    RepeatedReads,
    { provide: APP_INTERCEPTOR, useClass: ExplainInterceptor },
  ],
})
export class ExplainModule {}
