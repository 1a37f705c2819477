import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { invalidQuery, RequestError } from '../../../base/errors/index.js';
import { ByteBudget, TooManyBytes } from '../../../database/read/byte-budget.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { LargeReads } from '../../../database/read/large-reads.js';
import { ReadSlot, ReadSlotUnavailable } from '../../../database/read/read-slot.js';
import type { Bounds, RowFilters } from '../../../database/read/relation-loader.js';
import { RowBudget } from '../../../database/read/row-budget.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { waysToAskForLess } from '../../../pipeline/planning/max-records.js';
import { callerKey, type CallerKey } from '../../../registry/resources/caller-key.js';
import type { NodePlan } from '../../../pipeline/planning/query-plan.js';

/** Limits what reads load, and runs large ones one after another. @contract C12 */
@Injectable()
export class BoundedReads {
  private readonly callerKey: CallerKey;
  private readonly largeReads: LargeReads;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {
    this.callerKey = callerKey(database.dataSource, options.authentication.user);
    this.largeReads = new LargeReads(options.limits);
  }

  /**
   * Returns the bounds of a request that reads.
   *
   * @param onlyReads whether nothing is written because of what is read, so that another server
   * that has the caller's last write may be read
   */
  boundsFor(
    { authorizer, onEnd }: RequestContext,
    { filter, filterFresh }: RowFilters,
    onlyReads: boolean,
  ): Bounds {
    const readSlot = new ReadSlot(this.largeReads, () => this.callerKey(authorizer.user), onEnd);
    const source = onlyReads ? this.database.extension?.sourceFor(authorizer.user) : undefined;
    const bytes = new ByteBudget(this.options.limits.responseBytes, readSlot, source);
    return { filter, filterFresh, budget: this.newRowBudget(), bytes };
  }

  /** Returns the same bounds with fresh budgets, for a second attempt. */
  renewed({ filter, filterFresh, bytes }: Bounds): Bounds {
    return { filter, filterFresh, budget: this.newRowBudget(), bytes: bytes.renewed() };
  }

  /**
   * Reads records. A read that turns out to be large while others are running waits for its turn
   * and is run again.
   *
   * @param plan the plan of the read, which an error refers to
   * @throws RequestError `invalid_query` if the response would be too large; `unavailable` if too
   * many reads are waiting
   */
  async read<Result>(
    plan: NodePlan,
    bounds: Bounds,
    work: (bounds: Bounds) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.readPart(bounds, work);
    } catch (error) {
      throw this.refused(error, plan, bounds);
    }
  }

  /**
   * Reads records that can be read in smaller parts.
   * @throws TooManyBytes if they are too large for a response; RequestError `unavailable`
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
    plan: NodePlan,
    bounds: Bounds,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ReadSlotUnavailable) throw tryLater();
      throw this.refused(error, plan, bounds);
    }
  }

  private refused(error: unknown, plan: NodePlan, { bytes }: Bounds): unknown {
    bytes.readSlot?.leave();
    return error instanceof TooManyBytes ? tooLarge(error, plan, bytes.max) : error;
  }

  private newRowBudget(): RowBudget {
    return new RowBudget(this.options.limits.rowBudget);
  }
}

/** @contract C12 */
function tooLarge({ bytes }: TooManyBytes, plan: NodePlan, max: number): RequestError {
  const found = bytes === null ? `more than ${max}` : `${bytes}`;
  const parts = plan.relations.length > 0 ? 'fields or relations' : 'fields';
  return invalidQuery(
    'include',
    `The records would take ${found} bytes; a response can contain at most ${max}. ${waysToAskForLess(plan, parts)}`,
  );
}

const tryLater = (): RequestError =>
  new RequestError('unavailable', {
    message: 'Too many large reads are running. Try again later, or include less in the response.',
    headers: { 'Retry-After': '2' },
  });
