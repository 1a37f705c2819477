import { Global, Module } from '@nestjs/common';
import { IdempotencyKeys } from './idempotency-keys.js';
import { IdempotencyPruning } from './idempotency-pruning.js';
import { IdempotentWrites } from './idempotent-writes.js';

/** Writes that a client may send again. @contract C13.2 */
@Global()
@Module({
  providers: [IdempotencyKeys, IdempotencyPruning, IdempotentWrites],
  exports: [IdempotentWrites],
})
export class IdempotencyModule {}
