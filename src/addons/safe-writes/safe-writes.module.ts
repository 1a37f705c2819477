import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { KeptResponses } from '../../http/errors/kept-responses.js';
import { ShownVersions } from '../../modules/records/reading/shown-versions.js';
import { BoundedWrites } from './bounded-writes.js';
import { DryRuns } from './dry-runs.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { IdempotencyPruning } from './idempotency/idempotency-pruning.js';
import { IdempotentWrites } from './idempotency/idempotent-writes.js';
import { KeyedRequests } from './keyed-requests.js';
import { RecordVersions } from './record-versions.js';
import { ReplayedRefusals } from './replayed-refusals.js';
import { RequiredVersions } from './required-versions.js';
import { SafeWriteInterceptor } from './safe-write.interceptor.js';
import { ServiceSecrets } from './secrets/service-secrets.js';
import { VisibleRecords } from './visible-records.js';

/**
 * Versions of records, and writes that a client may make conditional, repeat, try and bound.
 * @contract C13
 */
@Global()
@Module({
  providers: [
    ...[BoundedWrites, DryRuns, KeyedRequests, RecordVersions, RequiredVersions, VisibleRecords],
    ...[IdempotencyKeys, IdempotencyPruning, IdempotentWrites, ServiceSecrets],
    { provide: APP_INTERCEPTOR, useClass: SafeWriteInterceptor },
    { provide: KeptResponses, useClass: ReplayedRefusals },
    { provide: ShownVersions, useExisting: RecordVersions },
  ],
  exports: [KeptResponses, ShownVersions],
})
export class SafeWritesModule {}
