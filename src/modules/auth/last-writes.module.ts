import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { LastWriteInterceptor } from './last-write.interceptor.js';

/** Notes who writes; part of a deployment with read replicas only. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: LastWriteInterceptor }] })
export class LastWritesModule {}
