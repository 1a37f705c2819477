import { Injectable } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import { UserTable } from '../../modules/auth/user-table.js';
import { Authorizer } from '../../pipeline/authorization/authorizer.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { RunRows, type RunFilter } from './run-rows.js';
import { describeRun, type DescribedRun, type StoredRun } from './stored-run.js';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The runs that a user may see: the user's own, and all of them for whom sees the whole log. @contract C14.2 */
@Injectable()
export class VisibleRuns {
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly users: UserTable,
    private readonly rows: RunRows,
  ) {}

  /** @throws RequestError `not_found` */
  async get(user: object, id: string): Promise<StoredRun> {
    const run = uuid.test(id) ? await this.rows.find(id) : null;
    if (!run || !(this.isOwn(user, run) || (await this.seesAll(user))))
      throw new RequestError('not_found');
    return run;
  }

  /** Returns a page of runs, the latest first, and the number of all. */
  async list(
    user: object,
    status: RunFilter['status'],
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly runs: readonly DescribedRun[]; readonly total: number }> {
    const userId = (await this.seesAll(user)) ? null : this.users.userKey(user);
    const { runs, total } = await this.rows.list({ userId, status }, page);
    return { runs: runs.map((run) => describeRun(run, false)), total };
  }

  /** The result is for the user of the run: the handler has returned it to nobody else. */
  describe(user: object, run: StoredRun): DescribedRun {
    return describeRun(run, this.isOwn(user, run));
  }

  private isOwn(user: object, { userId }: StoredRun): boolean {
    return this.users.userKey(user) === userId;
  }

  private async seesAll(user: object): Promise<boolean> {
    const log = this.registry.resources.find(({ table }) => table.isLog);
    if (!log) return false;
    const authorizer = new Authorizer(user);
    if (!(await authorizer.mayIndex(log))) return false;
    return authorizer.scope(log).kind === 'everything';
  }
}
