import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { RequestError } from '../../../base/errors/index.js';
import { ByteBudget, TooManyBytes } from '../../../database/read/byte-budget.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { LargeReads } from '../../../database/read/large-reads.js';
import { ReadSlot, ReadSlotUnavailable } from '../../../database/read/read-slot.js';
import type { RecordLoader } from '../../../database/read/record-loader.js';
import type { Bounds, RowFilters } from '../../../database/read/relation-loader.js';
import { RowBudget } from '../../../database/read/row-budget.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { explainTooManyBytes, type MainPlan } from './byte-advice.js';

/** Limits what reads load, and runs large ones one after another. @contract C12 */
@Injectable()
export class BoundedReads {
  private readonly largeReads: LargeReads;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {
    this.largeReads = new LargeReads(options.limits);
  }

  /** Returns the bounds of a request that reads. */
  boundsFor({ authorizer, onEnd }: RequestContext, filters: RowFilters): Bounds {
    const readSlot = new ReadSlot(this.largeReads, () => this.keyOf(authorizer.user), onEnd);
    const bytes = new ByteBudget(this.options.limits.responseBytes, readSlot);
    return { ...filters, budget: this.newRowBudget(), bytes };
  }

  /** Returns the same bounds with fresh budgets, for a second attempt. */
  renewed({ filter, filterFresh, bytes }: Bounds): Bounds {
    return { filter, filterFresh, budget: this.newRowBudget(), bytes: bytes.renewed() };
  }

  /**
   * Reads records. A read that turns out to be large while others are running waits for its turn
   * and is run again.
   *
   * @param plan the plan of the read, to measure a response that is too large
   * @throws RequestError `invalid_query` if the response would be too large; `unavailable` if too
   * many reads are waiting
   */
  async read<Result>(
    plan: MainPlan,
    bounds: Bounds,
    loader: RecordLoader,
    work: (bounds: Bounds) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(bounds);
    } catch (error) {
      if (!(error instanceof ReadSlotUnavailable))
        throw await this.refused(error, plan, bounds, loader);
    }
    await bounds.bytes.readSlot?.wait();
    return this.read(plan, this.renewed(bounds), loader, work);
  }

  /** Reads inside a transaction, which must not wait because it holds locks. */
  async readInTransaction<Result>(
    plan: MainPlan,
    bounds: Bounds,
    loader: RecordLoader,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ReadSlotUnavailable) throw tryLater();
      throw await this.refused(error, plan, bounds, loader);
    }
  }

  private async refused(
    error: unknown,
    plan: MainPlan,
    bounds: Bounds,
    loader: RecordLoader,
  ): Promise<unknown> {
    try {
      if (!(error instanceof TooManyBytes)) return error;
      return await explainTooManyBytes(plan, bounds, loader, this.options.limits.rowBudget);
    } finally {
      bounds.bytes.readSlot?.leave();
    }
  }

  private newRowBudget(): RowBudget {
    return new RowBudget(this.options.limits.rowBudget);
  }

  private keyOf(user: unknown): string {
    const { entity } = this.options.authentication.user;
    const [key] = this.database.dataSource.getMetadata(entity).primaryColumns;
    return String(key!.getEntityValue(user as object));
  }
}

const tryLater = (): RequestError =>
  new RequestError('unavailable', {
    message: 'Too many large reads are running. Try again later, or include less in the response.',
    headers: { 'Retry-After': '2' },
  });
