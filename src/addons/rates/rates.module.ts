import { Module, type CanActivate, type Provider, type Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { SharedState } from '../../base/shared-state.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { BoundedCounts } from './bounded-counts.js';
import { ClientAddressRateGuard } from './client-address-rate.guard.js';
import { SharedRateCounts } from './shared-rate-counts.js';
import { UserRateGuard } from './user-rate.guard.js';

/** Milliseconds. */
const MINUTE = 60_000;

/** Returns the rates that the options set; by default, requests are not limited. */
function ratesOf({ rates }: ResolvedOptions, shared?: SharedState): ThrottlerModuleOptions {
  const limits = { clientAddress: rates.peerPerMinute, user: rates.userPerMinute };
  const throttlers = Object.entries(limits).flatMap(([name, limit]) =>
    limit ? [{ name, limit, ttl: MINUTE }] : [],
  );
  const storage = shared ? new SharedRateCounts(shared.counts) : new BoundedCounts();
  return { throttlers, storage };
}

const counts = ThrottlerModule.forRootAsync({
  inject: [OPTIONS, { token: SharedState, optional: true }],
  useFactory: ratesOf,
});

/** Admits every request at once, without a promise. */
const unlimited: CanActivate = { canActivate: () => true };

/** Provides the guard of a rate, for the options that set it. */
const guarded = (rate: keyof ResolvedOptions['rates'], Guard: Type<CanActivate>): Provider[] => [
  Guard,
  {
    provide: APP_GUARD,
    inject: [OPTIONS, Guard],
    useFactory: ({ rates }: ResolvedOptions, guard: CanActivate) =>
      rates[rate] ? guard : unlimited,
  },
];

/**
 * Limits the requests per client address. Global guards run in the order of their modules: import
 * it before `AuthModule`.
 */
@Module({
  imports: [counts],
  providers: guarded('peerPerMinute', ClientAddressRateGuard),
})
export class ClientAddressRateModule {}

/** Limits the requests per user. Import it after `AuthModule`, which identifies the user. */
@Module({ imports: [counts], providers: guarded('userPerMinute', UserRateGuard) })
export class UserRateModule {}
