import { Inject, Injectable } from '@nestjs/common';
import { enterStage } from '../../base/work-trace.js';
import { shownOf } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { EntityReader } from '../../database/read/entity-reader.js';
import { PivotEnds } from '../../database/pivots/pivot-ends.js';
import type { PivotRow } from '../../database/pivots/pivot-rows.js';
import { ExactRows } from '../../database/write/exact-rows.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import type { ResourceView } from '../../registry/resources/compiled-resource.js';
import { refusesDuplicates } from '../../registry/resources/pivot-relations.js';
import { parseKey } from '../../pipeline/request/parse-key.js';
import { DataWriter } from '../../serialization/data-writer.js';
import {
  PivotRowResult,
  PivotRowsResult,
  ReturnedResult,
  SyncResult,
} from '../../serialization/results.js';
import { ChangeLog, type Change, type FailedOperation } from '../action-log/change-log.js';
import { Snapshots } from '../action-log/snapshots.js';
import { isFailure } from '../action-log/failures.js';
import { Effects } from '../records/writing/effects.js';
import { keyIn } from '../records/lookups/column-values.js';
import { WriteFaults } from '../records/writing/write-faults.js';
import { authorizePivotsAgain, type AuthorizedPivots } from './pivot-authorizer.js';
import type { PivotOperation, PivotContext } from './pivot-call.js';
import { PivotChanges } from './pivot-changes.js';
import { notePivots, pivotChange } from './logged-pivots.js';
import { explainPivotFault, retryTaken } from './pivot-faults.js';
import { openLink, type LinkedRecord, type PivotLink } from './pivot-link.js';
import { flatOf } from './pivot-lists.js';
import { compareRows, writtenRows } from './pivot-outcome.js';
import { refuseAttached, refuseMissing } from './pivot-refusals.js';
import { PivotValidator } from './pivot-validator.js';
import { WritePivotsAtOnce } from './write-pivots-at-once.js';

/**
 * Attach, sync, detach and updates of pivot values, after the policy has allowed them. Each runs in
 * one transaction, in the order of errors of C7.4: both ends are locked, the listed records must be
 * visible to the user, the policy is checked again for what has changed, pivot values are
 * validated, and rows are written and logged.
 *
 * @contract C7
 */
@Injectable()
export class WritePivots {
  private readonly ends: PivotEnds;
  private readonly changes: PivotChanges;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly atOnce: WritePivotsAtOnce,
    private readonly validator: PivotValidator,
    private readonly data: DataWriter,
    private readonly log: ChangeLog,
    private readonly records: RecordLocks,
    private readonly effects: Effects,
    private readonly entities: EntityReader,
    private readonly faults: WriteFaults,
    exact: ExactRows,
    snapshots: Snapshots,
  ) {
    const dialect = dialects[database.dialect];
    this.ends = new PivotEnds(dialect, entities);
    this.changes = new PivotChanges(dialect, exact, (resource) => snapshots.covers(resource));
  }

  /** @throws RequestError `not_found`, `validation_failed`, `unauthorized`, `conflict` */
  async attach(call: AuthorizedPivots): Promise<PivotRowsResult | ReturnedResult> {
    const written = await this.atOnce.attach(call);
    if (written) return written;
    return this.write(call, async (link) => {
      refuseMissing(link);
      await authorizePivotsAgain(link, call.seen);
      const before = await this.changes.of(link, link.linked);
      if (refusesDuplicates(call.relation)) refuseAttached(link, before);
      const { attached } = await this.validator.validate(
        link,
        { attached: link.linked, changed: [] },
        flatOf(call),
      );
      const returned = await this.changes.attach(link, attached, before);
      const after = await this.changes.of(link, link.linked);
      await this.record(link, 'Attached', before, after);
      if (returned !== undefined) return this.returned(returned, call.resource.view);
      return new PivotRowsResult(call.relation, link.value, writtenRows(link, before, after));
    });
  }

  /** Throws like {@link attach}. */
  async sync(call: AuthorizedPivots): Promise<SyncResult> {
    const written = await this.atOnce.sync(call);
    if (written) return written;
    return this.write(call, async (link) => {
      refuseMissing(link);
      await authorizePivotsAgain(link, call.seen);
      const before = await this.visible(link);
      const { attached, changed } = await this.validator.validate(
        link,
        partsOf(link, before),
        flatOf(call),
      );
      const listed = new Set(keysOf(link));
      await this.changes.detach(
        link,
        before.filter(({ key }) => !listed.has(key)),
      );
      this.changes.update(link, changed);
      await this.changes.attach(link, attached, []);
      const after = await this.visible(link);
      await this.record(link, 'Synced', before, after);
      const outcome = compareRows(link, before, after);
      return new SyncResult(outcome.added, outcome.removed, outcome.updated);
    });
  }

  /** Returns the result of a callback, if any. Throws like {@link attach}. */
  async detach(call: AuthorizedPivots): Promise<ReturnedResult> {
    const written = await this.atOnce.detach(call);
    if (written) return written;
    return this.write(call, async (link) => {
      await authorizePivotsAgain(link, call.seen);
      const before = await this.changes.of(link, link.linked);
      const returned = await this.changes.detach(link, before);
      await this.record(link, 'Detached', before, await this.changes.of(link, link.linked));
      return this.returned(returned, call.resource.view);
    });
  }

  /**
   * Changes the pivot values of every row of an attached record, with the policy and the rules of
   * attach.
   */
  patch(call: AuthorizedPivots): Promise<PivotRowResult> {
    return this.write(call, async (link) => {
      const before = await this.changes.of(link, link.linked);
      if (before.length === 0) throw new RequestError('not_found');
      await authorizePivotsAgain(link, call.seen);
      const { changed } = await this.validator.validate(
        link,
        { attached: [], changed: link.linked },
        call.members,
      );
      this.changes.update(link, changed);
      const after = await this.changes.of(link, link.linked);
      await this.record(link, 'Attached', before, after);
      return new PivotRowResult(call.relation, link.value, after.at(-1)!);
    });
  }

  /**
   * Serializes a callback's result before the commit.
   * @throws UnwritableData for a value that JSON cannot represent, which rolls the write back
   */
  private returned(value: unknown, view: ResourceView): ReturnedResult {
    return new ReturnedResult(value === undefined ? null : this.data.write(value, view));
  }

  /** Returns the rows whose record the user may see; sync keeps the others. @contract C7.5, C4.4 */
  private async visible(link: PivotLink): Promise<readonly PivotRow[]> {
    const rows = await this.changes.inScope(link);
    const { authorizer, relation } = link.context;
    const { resource, join } = relation;
    if (resource.policy.show === null || rows.length === 0) return rows;
    const values = [...new Set(rows.map(({ related }) => related))];
    const scope = authorizer.scope(resource);
    const records = await this.records.holding(
      link.transaction,
      resource,
      join.target,
      values,
      scope,
    );
    const shown = await shownOf(authorizer, resource, records);
    const keys = new Set(shown.map((record) => String(keyIn(record, resource))));
    return rows.filter(({ key }) => keys.has(key));
  }

  private async write<Result>(
    call: AuthorizedPivots,
    work: (link: PivotLink) => Promise<Result>,
  ): Promise<Result> {
    enterStage('write');
    const writing = retryTaken((takesTurns) =>
      this.database.transaction(async (transaction) =>
        work(await openLink(transaction, this.ends, call, call.list, takesTurns)),
      ),
    );
    return writing.catch(async (error: unknown) => {
      const { relation } = call;
      const refused = await this.faults.find(error, { table: relation.join.table, written: [] });
      const explained = refused ? explainPivotFault(refused, relation, flatOf(call), error) : error;
      if (isFailure(explained))
        await this.log.recordFailure(call.request, failureOf(call, explained));
      throw explained;
    });
  }

  /** Logs a write, unless it changed nothing. @contract C8.1 */
  private async record(
    link: PivotLink,
    name: Change['name'],
    before: readonly PivotRow[],
    after: readonly PivotRow[],
  ): Promise<void> {
    const change = pivotChange(name, link, this.entities, before, after);
    if (!change) return;
    notePivots(this.effects, change, compareRows(link, before, after));
    await this.log.recordAll(link.transaction, link.context.request, [change]);
  }
}

const keysOf = ({ linked }: PivotLink): readonly string[] =>
  linked.map(({ listed }) => String(listed.key));

/** Separates the listed records into new and already attached ones. */
function partsOf({ linked }: PivotLink, before: readonly PivotRow[]) {
  const present = new Set(before.map(({ key }) => key));
  const isPresent = ({ listed }: LinkedRecord) => present.has(String(listed.key));
  return { attached: linked.filter((one) => !isPresent(one)), changed: linked.filter(isPresent) };
}

const loggedNames: Readonly<Record<PivotOperation, Change['name']>> = {
  attach: 'Attached',
  sync: 'Synced',
  detach: 'Detached',
};

/** Returns the log row of a failure, which is about the parent. @contract C8.2 */
const failureOf = ({ resource, id, operation }: PivotContext, error: unknown): FailedOperation => ({
  name: loggedNames[operation],
  resource,
  key: parseKey(id, resource.keyColumn) ?? null,
  error,
});
