import { Inject, Injectable } from '@nestjs/common';
import { enterStage } from '../../../base/work-trace.js';
import { RequestError } from '../../../base/errors/index.js';
import type { Key } from '../../../base/types/register.js';
import type { Eventual } from '../../../base/when-known.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../../database/connection/database.js';
import { bytesOf } from '../../../database/connection/row-bytes.js';
import { dialects, type Dialect } from '../../../database/engines/dialects.js';
import { rowKey } from '../../../database/read/loaded.js';
import { RecordLoader } from '../../../database/read/record-loader.js';
import type { RowSql } from '../../../database/sql/parts/fragment.js';
import { returnedFor, returnedRecords } from '../../../database/write/returned-rows.js';
import { notDeleted } from '../../../pipeline/authorization/resolve-condition.js';
import type { NodePlan, RecordPlan, RecordsPlan } from '../../../pipeline/planning/query-plan.js';
import { ProfileResult, RecordResult, RecordsResult } from '../../../serialization/results.js';
import { BoundedReads } from './bounded-reads.js';
import { LoadedRecordMeta, RecordMetaSources } from './loaded-record-meta.js';
import { ReadPlans, type Planned } from './read-plans.js';
import { ReadRecords, type LoadedRecords } from './read-records.js';
import { verifyBytes } from './verify-bytes.js';

/**
 * Reads what was just written, for the response: the rows inside the transaction, so that a write
 * whose response would be too large is rolled back, and the metadata after it.
 *
 * @contract C4, C12
 */
@Injectable()
export class WrittenRecords {
  private readonly dialect: Dialect;

  constructor(
    private readonly plans: ReadPlans,
    private readonly reads: ReadRecords,
    private readonly loader: RecordLoader,
    private readonly sources: RecordMetaSources,
    private readonly bounded: BoundedReads,
    @Inject(DATABASE) database: Database,
  ) {
    this.dialect = dialects[database.dialect];
  }

  /**
   * Reads a record with everything in the response, inside the write's transaction. The record is
   * returned even if the write moved it out of the user's scope.
   *
   * @throws RequestError `invalid_query`, `unavailable`
   */
  one(planned: Planned, key: Key, transaction: Transaction): Promise<LoadedRecords> {
    // The record is measured even if the user may no longer see it.
    const plan = this.plans.recordAnyway(planned, key);
    return this.measured(planned, plan, (bounded) =>
      this.reads.anyway(bounded, key, this.loader.within(transaction)),
    );
  }

  /**
   * Like {@link one}, for several records in the order of their keys, with one statement for
   * those inside the scope and one for the others.
   *
   * @throws RequestError `invalid_query`, `unavailable`, `not_found`
   */
  together(
    planned: Planned,
    keys: readonly Key[],
    transaction: Transaction,
  ): Promise<LoadedRecords> {
    const plan: RecordsPlan = { keys, ...planned.plan, scope: notDeleted(planned.plan.resource) };
    return this.measured(planned, plan, (bounded) =>
      this.loadTogether(bounded, keys, this.loader.within(transaction)),
    );
  }

  /**
   * Returns what a statement that writes records must return for {@link returned}; `null` if the
   * records must be read.
   *
   * @param areListed whether they are those of a bulk write, which have no versions
   */
  returnedFor(planned: Planned, areListed: boolean): RowSql | null {
    return returnedFor(this.planOf(planned, areListed), this.dialect);
  }

  /**
   * Like {@link one} and {@link together}, from rows with what {@link returnedFor} describes.
   * @throws RequestError `invalid_query`, `unavailable`, `not_found`
   */
  returned(planned: Planned, rows: readonly Row[], areListed: boolean): Promise<LoadedRecords> {
    const plan = this.planOf(planned, areListed);
    const records = returnedRecords(plan, rows);
    if (records.some(({ isDeleted }) => isDeleted)) throw new RequestError('not_found');
    return this.measured(planned, plan, async ({ bounds }) => {
      const found = records.map(({ row }) => row);
      for (const row of found) bounds.bytes.take(bytesOf(row));
      const node = await this.loader.below(planned.plan, found, bounds);
      const unseen = records.filter(({ isSeen }) => !isSeen);
      const hidden = new Set(unseen.map(({ row }) => rowKey(row)));
      return { node, hidden, version: this.reads.versionOf(plan, records[0]!.version) };
    });
  }

  /**
   * Loads the metadata of a written record after the commit, so that callables see the written
   * data. The request can no longer be rejected.
   */
  async recordResult(planned: Planned, loaded: LoadedRecords): Promise<RecordResult> {
    const { question, bounds } = planned;
    const Result = question.request.operation === 'profile' ? ProfileResult : RecordResult;
    const recordMeta = await this.committedMeta(planned, loaded);
    return new Result(loaded.node, recordMeta, bounds.bytes.readSlot, loaded.version);
  }

  /** Like {@link recordResult}, for several records. */
  async recordsResult(planned: Planned, loaded: LoadedRecords): Promise<RecordsResult> {
    const recordMeta = await this.committedMeta(planned, loaded);
    return new RecordsResult(loaded.node, recordMeta, planned.bounds.bytes.readSlot);
  }

  private committedMeta(
    { question }: Planned,
    { node, hidden }: LoadedRecords,
  ): Eventual<LoadedRecordMeta> {
    enterStage('ask');
    return LoadedRecordMeta.load(node, this.sources, { ...question, hidden, isCommitted: true });
  }

  /**
   * Reads a record that an operation of a team has written and committed, as the response. The
   * record is returned even if it is outside the user's scope.
   *
   * @throws RequestError `not_found`, `invalid_query` past the budgets, `unavailable`
   */
  respond(planned: Planned, key: Key): Promise<RecordResult> {
    const plan = this.plans.recordAnyway(planned, key);
    enterStage('execute');
    const renewed = this.bounded.renewed(planned.bounds);
    return this.bounded.read(plan, renewed, async (bounds) => {
      const loaded = await this.reads.anyway({ ...planned, bounds }, key, this.loader);
      return this.recordResult({ ...planned, bounds }, loaded);
    });
  }

  /** The key does not matter: the rows are known. */
  private planOf(planned: Planned, areListed: boolean): RecordPlan {
    const plan = this.plans.record(planned, '');
    return areListed ? { ...plan, versioned: false } : plan;
  }

  private measured(
    planned: Planned,
    plan: NodePlan,
    load: (planned: Planned) => Promise<LoadedRecords>,
  ): Promise<LoadedRecords> {
    // A transaction that is retried reads again, with its own budget.
    const bounds = this.bounded.renewed(planned.bounds);
    return this.bounded.readInTransaction(plan, bounds, async () => {
      const loaded = await load({ ...planned, bounds });
      await verifyBytes(bounds.bytes, loaded.node);
      return loaded;
    });
  }

  private async loadTogether(
    { plan, bounds }: Planned,
    keys: readonly Key[],
    loader: RecordLoader,
  ): Promise<LoadedRecords> {
    const seen = await loader.records({ keys, ...plan }, bounds);
    const found = new Map<string, Row>(seen.map((row) => [rowKey(row), row]));
    const unseen = keys.filter((key) => !found.has(String(key)));
    const scope = notDeleted(plan.resource);
    if (unseen.length > 0)
      for (const row of await loader.records({ keys: unseen, ...plan, scope }, bounds))
        found.set(rowKey(row), row);
    const rows = keys.map((key) => found.get(String(key)));
    if (!rows.every((row) => row !== undefined)) throw new RequestError('not_found');
    const node = await loader.below(plan, rows, bounds);
    return { node, hidden: new Set(unseen.map(String)) };
  }
}
