import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  getOptionsToken,
  getStorageToken,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { UserTable } from '../../modules/auth/user-table.js';
import { RateGuard } from './rate.guard.js';

/**
 * Limits the requests of a user over all of the user's tokens. Runs once the user is known, before
 * anything else is done.
 *
 * @throws RequestError `too_many_requests`
 * @contract C12
 */
@Injectable()
export class UserRateGuard extends RateGuard {
  protected override readonly rate = 'user';

  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    @Inject(getStorageToken()) storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly users: UserTable,
  ) {
    super(options, storage, reflector);
  }

  /** Public handlers have no user. */
  protected override async shouldSkip(execution: ExecutionContext): Promise<boolean> {
    return userOf(execution) === undefined;
  }

  protected override async getTracker(httpRequest: { readonly user: object }): Promise<string> {
    return this.users.userKey(httpRequest.user);
  }
}

const userOf = (execution: ExecutionContext) =>
  execution.switchToHttp().getRequest<{ readonly user?: object }>().user;
