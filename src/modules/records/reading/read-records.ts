import { Inject, Injectable, Optional } from '@nestjs/common';
import { enterStage } from '../../../base/work-trace.js';
import type { Key } from '../../../base/types/register.js';
import { RequestError } from '../../../base/errors/index.js';
import { whenKnown, type Eventual } from '../../../base/when-known.js';
import { nodesOf, type LoadedNode } from '../../../database/read/loaded.js';
import { RecordLoader, type FoundRecord } from '../../../database/read/record-loader.js';
import type { Bounds, RowsByParent } from '../../../database/read/relation-loader.js';
import type { ReadSlot } from '../../../database/read/read-slot.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import type { RecordPlan } from '../../../pipeline/planning/query-plan.js';
import { ProfileResult, RecordResult } from '../../../serialization/results.js';
import { BoundedReads } from './bounded-reads.js';
import {
  LoadedRecordMeta,
  NOTHING_HIDDEN,
  RecordMetaSources,
  type RecordMetaOptions,
} from './loaded-record-meta.js';
import { ReadPlans, type Planned } from './read-plans.js';
import { ShownVersions } from './shown-versions.js';
import { verifyBytes } from './verify-bytes.js';

/** Loaded records, with the results of policies and callables. */
export interface FoundRecords {
  readonly node: LoadedNode;
  readonly recordMeta: LoadedRecordMeta;
  /** The slot of a large read, which is held until the response is sent. */
  readonly readSlot: ReadSlot | null;
}

/** Records that the user may receive, inside the scope or not. */
export interface LoadedRecords {
  readonly node: LoadedNode;
  /** The keys of the records that are outside the user's scope. */
  readonly hidden: ReadonlySet<string>;
  /** The version of a single record. @contract C13.1 */
  readonly version?: string | undefined;
}

/** A `show` that may run. */
export interface AuthorizedShow {
  readonly planned: Planned;
  readonly key: Key;
  /** The record's row, if the policy uses it; `null` if nothing was read yet. */
  readonly found: FoundRecord | null;
}

/** Reads one record, and what all reads load below their rows. @contract C4 */
@Injectable()
export class ReadRecords {
  constructor(
    private readonly plans: ReadPlans,
    private readonly loader: RecordLoader,
    private readonly sources: RecordMetaSources,
    private readonly bounded: BoundedReads,
    @Optional() @Inject(ShownVersions) private readonly versions?: ShownVersions,
  ) {}

  /**
   * Returns one record.
   * @throws RequestError `invalid_query` past the budgets, `not_found`, `unavailable`
   */
  show({ planned, key, found }: AuthorizedShow): Promise<RecordResult> {
    const plan = this.plans.record(planned, key);
    return this.bounded.read(plan, planned.bounds, async (bounds) => {
      // A second attempt must count everything that it reads, so it reads again.
      const known = bounds === planned.bounds ? found : null;
      enterStage('execute');
      const record = known ?? (await this.loader.record(plan, bounds));
      if (!record) throw new RequestError('not_found');
      const { node, recordMeta } = await this.below(
        { ...planned, bounds },
        [record.row],
        record.related,
      );
      const version = this.versionOf(plan, record.version);
      return new RecordResult(node, recordMeta, bounds.bytes.readSlot, version);
    });
  }

  /**
   * Returns the user's own record, which needs no ability, scope or `show`.
   * @throws RequestError `invalid_query`, `not_found`
   */
  async profile(context: RequestContext, key: Key, queryString: string): Promise<RecordResult> {
    const planned = await this.plans.plan(context, queryString, 'profile', String(key));
    const plan = this.plans.record(planned, key);
    return this.bounded.read(plan, planned.bounds, async (bounds) => {
      enterStage('execute');
      const loaded = await this.anyway({ ...planned, bounds }, key, this.loader);
      const { node, hidden, version } = loaded;
      const { recordMeta } = await this.found(node, { ...planned.question, hidden }, bounds);
      return new ProfileResult(node, recordMeta, bounds.bytes.readSlot, version);
    });
  }

  /**
   * Reads a record that may be outside the user's scope.
   * @throws RequestError `not_found`
   */
  async anyway(planned: Planned, key: Key, loader: RecordLoader): Promise<LoadedRecords> {
    const { bounds } = planned;
    const plan = this.plans.record(planned, key);
    const seen = await loader.record(plan, bounds);
    const found = seen ?? (await loader.record(this.plans.recordAnyway(planned, key), bounds));
    if (!found) throw new RequestError('not_found');
    const node = await loader.below(planned.plan, [found.row], bounds, found.related);
    const hidden = seen === undefined ? new Set([String(key)]) : NOTHING_HIDDEN;
    return { node, hidden, version: this.versionOf(plan, found.version) };
  }

  /** Reads everything below a page's or a record's rows, and loads the metadata. */
  async below(
    { plan, bounds, question }: Planned,
    rows: LoadedNode['rows'],
    first: readonly RowsByParent[] | null = null,
  ): Promise<FoundRecords> {
    return this.found(await this.loader.below(plan, rows, bounds, first), question, bounds);
  }

  /**
   * @throws TooManyBytes if the records and the callables' values are too large for a response
   */
  private found(
    node: LoadedNode,
    question: RecordMetaOptions,
    { bytes }: Bounds,
  ): Eventual<FoundRecords> {
    enterStage('ask');
    const loaded = LoadedRecordMeta.load(node, this.sources, { meter: bytes, ...question });
    return whenKnown(loaded, (recordMeta) => {
      bytes.carryComputed(nodesOf(node));
      const found = { node, recordMeta, readSlot: bytes.readSlot };
      return whenKnown(verifyBytes(bytes, node, recordMeta), () => found);
    });
  }

  /** Returns the version that callers see for the version of a row. */
  versionOf({ versioned, resource }: RecordPlan, rowVersion: unknown): string | undefined {
    return versioned ? this.versions?.versionFrom(resource, rowVersion) : undefined;
  }
}
