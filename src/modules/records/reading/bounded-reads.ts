import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../authorization/request-context.js';
import { RequestError } from '../../../errors/index.js';
import { ByteBudget, TooManyBytes } from '../../../execution/byte-budget.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { LargeReads } from '../../../execution/large-reads.js';
import { ReadSlot, ReadSlotUnavailable } from '../../../execution/read-slot.js';
import type { RecordLoader } from '../../../execution/record-loader.js';
import type { Bounds, RowFilters } from '../../../execution/relation-loader.js';
import { RowBudget } from '../../../execution/row-budget.js';
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

  /**
   * Returns the bounds of a request that reads.
   *
   * @param mayBeReplica whether nothing is written because of what is read, so that a replica that
   * has the caller's last write may be read
   */
  boundsFor(
    { authorizer, onEnd }: Pick<RequestContext, 'authorizer' | 'onEnd'>,
    filters: RowFilters,
    mayBeReplica: boolean,
  ): Bounds {
    const readSlot = new ReadSlot(this.largeReads, () => this.keyOf(authorizer.user), onEnd);
    const { replication } = this.database;
    const source = mayBeReplica
      ? (replication?.lastWrites.sourceFor(authorizer.user) ?? null)
      : null;
    const bytes = new ByteBudget(this.options.limits.responseBytes, readSlot, source);
    return { ...filters, budget: this.newRowBudget(), bytes };
  }

  /** Returns the same bounds with fresh budgets, for a second attempt. */
  renewed(bounds: Bounds): Bounds {
    return { ...bounds, budget: this.newRowBudget(), bytes: bounds.bytes.renewed() };
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
      return await this.readPart(bounds, work);
    } catch (error) {
      throw await this.refused(error, plan, bounds, loader);
    }
  }

  /**
   * Like {@link read}, for callers that can read less and leave the slot themselves.
   *
   * @throws TooManyBytes; RequestError `unavailable` if too many reads are waiting
   */
  async readPart<Result>(
    bounds: Bounds,
    work: (bounds: Bounds) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work(bounds);
    } catch (error) {
      if (!(error instanceof ReadSlotUnavailable)) throw error;
    }
    await bounds.bytes.readSlot?.wait();
    return this.readPart(this.renewed(bounds), work);
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
