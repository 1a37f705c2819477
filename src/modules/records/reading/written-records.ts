import { Injectable } from '@nestjs/common';
import { notDeleted } from '../../../authorization/resolve-condition.js';
import {
  allOf,
  mayReadTable,
  type ResolvedCondition,
} from '../../../authorization/resolved-condition.js';
import { RequestError } from '../../../errors/index.js';
import type { Row, Transaction } from '../../../execution/database/database.js';
import { keyOf } from '../../../execution/loaded.js';
import { RecordLoader } from '../../../execution/record-loader.js';
import type { WrittenRow } from '../../../execution/writes/record-statements.js';
import type { RecordsPlan } from '../../../planning/query-plan.js';
import { ProfileResult, RecordResult, RecordsResult } from '../../../serialization/results.js';
import type { Key } from '../../../types/register.js';
import { BoundedReads } from './bounded-reads.js';
import { LoadedRecordMeta, RecordMetaSources } from './loaded-record-meta.js';
import { ReadRecords, type LoadedRecords, type Planned } from './read-records.js';
import { verifyBytes } from './verify-bytes.js';

/**
 * Reads what the responses of writes contain: in the transaction of the write, so that an exceeded
 * budget undoes it, and the metadata after the commit.
 *
 * @contract C4
 */
@Injectable()
export class WrittenRecords {
  constructor(
    private readonly reads: ReadRecords,
    private readonly loader: RecordLoader,
    private readonly sources: RecordMetaSources,
    private readonly bounded: BoundedReads,
  ) {}

  /**
   * Reads a record that was just written, with everything in the response, inside the write's
   * transaction: if a budget is exceeded, the write is rolled back. The record is returned even if
   * the write moved it out of the user's scope.
   *
   * @throws RequestError `invalid_query`, `unavailable`
   */
  async written(
    planned: Planned,
    key: string | number,
    transaction: Transaction,
  ): Promise<LoadedRecords> {
    // A transaction that is retried reads again, with its own budget.
    const bounds = this.bounded.renewed(planned.bounds);
    const loader = this.loader.within(transaction);
    // The record is measured even if the user may no longer see it.
    const plan = this.reads.planAnyway(planned, key);
    return this.bounded.readInTransaction(plan, bounds, loader, async () => {
      const loaded = await this.reads.loadAnyway({ ...planned, bounds }, key, loader);
      await verifyBytes(bounds.bytes, loaded.node);
      return loaded;
    });
  }

  /**
   * Returns the rows that a response may contain, if the row of a record is all that it contains.
   */
  visibleInRow({ plan }: Planned): ResolvedCondition | null {
    const isWhole = plan.relations.length === 0 && plan.aggregated.length === 0;
    const visible = allOf([plan.scope, plan.narrowing]);
    return isWhole && !mayReadTable(visible, plan.resource.table) ? visible : null;
  }

  /** Like {@link written}, from the row that the write has returned; see {@link visibleInRow}. */
  async fromWritten(
    planned: Planned,
    { row, version, isVisible }: WrittenRow,
  ): Promise<LoadedRecords> {
    const { plan, bounds } = planned;
    const { resource, select } = plan;
    const places = [...resource.table.columns.values()];
    const selected = select.map((column) => row[places.indexOf(column)]);
    const node = await this.loader.below(plan, [selected], bounds);
    const record = this.reads.planRecord(planned, keyOf(selected));
    return {
      node,
      hidden: isVisible ? NONE : new Set([keyOf(selected)]),
      version: this.reads.versionOf(record, { row: selected, version, related: null }),
    };
  }

  /**
   * Like {@link written}, for several records in the order of their keys, with one statement for
   * those inside the scope and one for the others.
   *
   * @throws RequestError `invalid_query`, `unavailable`, `not_found`
   */
  async writtenTogether(
    planned: Planned,
    keys: readonly Key[],
    transaction: Transaction,
  ): Promise<LoadedRecords> {
    const bounds = this.bounded.renewed(planned.bounds);
    const loader = this.loader.within(transaction);
    const plan: RecordsPlan = { keys, ...planned.plan, scope: notDeleted(planned.plan.resource) };
    return this.bounded.readInTransaction(plan, bounds, loader, async () => {
      const loaded = await this.loadTogether({ ...planned, bounds }, keys, loader);
      await verifyBytes(bounds.bytes, loaded.node);
      return loaded;
    });
  }

  /**
   * Loads the metadata of a written record after the commit, so that callables see the written
   * data. The request can no longer be rejected.
   */
  async describe(planned: Planned, loaded: LoadedRecords): Promise<RecordResult> {
    const { question, bounds } = planned;
    const Result = question.request.operation === 'profile' ? ProfileResult : RecordResult;
    const recordMeta = await this.committedMeta(planned, loaded);
    return new Result(loaded.node, recordMeta, bounds.bytes.readSlot, loaded.version);
  }

  /** Like {@link describe}, for several records. */
  async describeTogether(planned: Planned, loaded: LoadedRecords): Promise<RecordsResult> {
    const recordMeta = await this.committedMeta(planned, loaded);
    return new RecordsResult(loaded.node, recordMeta, planned.bounds.bytes.readSlot);
  }

  private committedMeta(
    { question }: Planned,
    { node, hidden }: LoadedRecords,
  ): Promise<LoadedRecordMeta> {
    return LoadedRecordMeta.load(node, this.sources, { ...question, hidden, isCommitted: true });
  }

  /**
   * Reads a record that an operation of a team has written and committed, as the response. The
   * record is returned even if it is outside the user's scope.
   *
   * @throws RequestError `not_found`, `invalid_query` past the budgets, `unavailable`
   */
  respond(planned: Planned, key: Key): Promise<RecordResult> {
    const plan = this.reads.planAnyway(planned, key);
    const renewed = this.bounded.renewed(planned.bounds);
    return this.bounded.read(plan, renewed, this.loader, async (bounds) => {
      const loaded = await this.reads.loadAnyway({ ...planned, bounds }, key, this.loader);
      return this.describe({ ...planned, bounds }, loaded);
    });
  }

  private async loadTogether(
    { plan, bounds }: Planned,
    keys: readonly Key[],
    loader: RecordLoader,
  ): Promise<LoadedRecords> {
    const seen = await loader.records({ keys, ...plan }, bounds);
    const found = new Map<string, Row>(seen.map((row) => [keyOf(row), row]));
    const unseen = keys.filter((key) => !found.has(String(key)));
    const scope = notDeleted(plan.resource);
    if (unseen.length > 0)
      for (const row of await loader.records({ keys: unseen, ...plan, scope }, bounds))
        found.set(keyOf(row), row);
    const rows = keys.map((key) => found.get(String(key)));
    if (!rows.every((row) => row !== undefined)) throw new RequestError('not_found');
    const node = await loader.below(plan, rows, bounds);
    return { node, hidden: new Set(unseen.map(String)) };
  }
}

const NONE: ReadonlySet<string> = new Set();
