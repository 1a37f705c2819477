import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import { describeTable } from '../../registry/describe-table.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { parseKey } from '../../request/parse-key.js';
import type { RequestOrigin } from '../../types/register.js';
import { ViewLog } from '../action-log/view-log.js';
import { UserAccounts } from '../auth/index.js';
import { UserTable } from '../auth/user-table.js';

/** The accounts with whose rights callers read. @contract C2.9 */
@Injectable()
export class ViewedAccounts {
  private readonly keyColumn: CompiledColumn;

  constructor(
    @Inject(DATABASE) { dataSource }: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly registry: ResourceRegistry,
    private readonly accounts: UserAccounts<object>,
    private readonly users: UserTable,
    private readonly log: ViewLog,
  ) {
    const metadata = dataSource.getMetadata(options.authentication.user.entity);
    this.keyColumn = describeTable(metadata).keys[0]!;
  }

  /**
   * Returns the account with this key, and logs that the caller reads with its rights. The error
   * does not depend on whether the account exists.
   *
   * @throws RequestError `view_as_refused`, `unavailable`
   */
  async get(caller: object, written: string, origin: RequestOrigin): Promise<object> {
    const other = await this.find(written);
    if (!other || !(await this.options.viewAs!(caller, other)))
      throw new RequestError('view_as_refused');
    await this.log.note({
      caller: this.users.keyOf(caller),
      other: this.users.keyOf(other),
      resource: this.registry.findByEntity(this.options.authentication.user.entity)?.key ?? null,
      origin,
    });
    return other;
  }

  /** Returns the active account with this key. */
  async find(written: string): Promise<object | null> {
    const key = parseKey(written, this.keyColumn);
    return key === undefined ? null : this.accounts.findByKey(key);
  }
}
