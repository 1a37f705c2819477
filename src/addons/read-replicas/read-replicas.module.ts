import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { DatabaseExtension } from '../../database/connection/database-extension.js';
import { LastWriteInterceptor } from './last-write.interceptor.js';
import { Replication } from './replication.js';
import { SettledCallerGuard } from './settled-caller.guard.js';

/** Reads from replicas. Import it after `AuthModule`, which identifies the user. */
@Global()
@Module({
  providers: [
    Replication,
    { provide: DatabaseExtension, useExisting: Replication },
    { provide: APP_GUARD, useClass: SettledCallerGuard },
    { provide: APP_INTERCEPTOR, useClass: LastWriteInterceptor },
  ],
  exports: [DatabaseExtension],
})
export class ReadReplicasModule {}
