import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import type { RequestOrigin } from '../../base/types/register.js';
import { UserAccounts } from '../../modules/auth/index.js';
import { UserTable } from '../../modules/auth/user-table.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { ViewLog } from './view-log.js';

/** The accounts with whose rights callers read. @contract C2.9 */
@Injectable()
export class ViewedAccounts {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly registry: ResourceRegistry,
    private readonly accounts: UserAccounts<object>,
    private readonly users: UserTable,
    private readonly log: ViewLog,
  ) {}

  /**
   * Returns the account with this key, and logs that the caller reads with its rights. The error
   * does not depend on whether the account exists.
   *
   * @throws RequestError `view_as_refused`, `unavailable`
   */
  async get(caller: object, written: string, origin: RequestOrigin): Promise<object> {
    const { authentication, viewAs } = this.options;
    const key = this.users.parseKey(written);
    const other = key === undefined ? null : await this.accounts.findByKey(key);
    // A promise that untyped code returns is not a yes.
    if (!other || viewAs?.can(caller, other) !== true) throw new RequestError('view_as_refused');
    await this.log.note({
      caller: this.users.userKey(caller),
      other: this.users.userKey(other),
      resource: this.registry.findByEntity(authentication.user.entity)?.key ?? null,
      origin,
    });
    return other;
  }
}
