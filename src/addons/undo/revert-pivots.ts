import { Inject, Injectable } from '@nestjs/common';
import {
  authorizeEach,
  authorizePivotRelation,
} from '../../pipeline/authorization/pivot-abilities.js';
import { isError, RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { EntityReader } from '../../database/read/entity-reader.js';
import { PivotEnds } from '../../database/pivots/pivot-ends.js';
import type { PivotRow } from '../../database/pivots/pivot-rows.js';
import { PivotWriter } from '../../database/pivots/pivot-writer.js';
import { ExactRows } from '../../database/write/exact-rows.js';
import { Snapshots } from '../../modules/action-log/snapshots.js';
import type { Change } from '../../modules/action-log/change-log.js';
import { columnValuesOf } from '../../modules/action-log/snapshot.js';
import { Effects } from '../../modules/records/writing/effects.js';
import { notePivots, pivotChange } from '../../modules/relations/logged-pivots.js';
import { PivotChanges } from '../../modules/relations/pivot-changes.js';
import { compareRows } from '../../modules/relations/pivot-outcome.js';
import { PivotValidator } from '../../modules/relations/pivot-validator.js';
import { openLink, type LinkedRecord, type PivotLink } from '../../modules/relations/pivot-link.js';
import type { LoggedChange } from './logged-change.js';
import { LoggedPivots } from './logged-pivots.js';
import { differingPairs } from './pivot-differences.js';
import { missing } from './revert-conflicts.js';
import { faultsIn, inverseRequest, type RunningRevert } from './revert-group.js';

/**
 * Reverts changes of many-to-many relations: detaches what was attached, and stores removed and
 * updated pivot rows as they were. Callbacks that replace attach and detach run here, too.
 *
 * @contract C15.1, C7.4
 */
@Injectable()
export class RevertPivots {
  private readonly ends: PivotEnds;
  private readonly changes: PivotChanges;
  private readonly pairs: PivotWriter;

  constructor(
    @Inject(DATABASE) database: Database,
    private readonly entities: EntityReader,
    private readonly validator: PivotValidator,
    private readonly effects: Effects,
    private readonly exact: ExactRows,
    snapshots: Snapshots,
  ) {
    const dialect = dialects[database.dialect];
    this.ends = new PivotEnds(dialect, entities);
    this.changes = new PivotChanges(dialect, exact, (resource) => snapshots.covers(resource));
    this.pairs = new PivotWriter(dialect);
  }

  /**
   * @throws RequestError `not_found` for the relation, `unauthorized`, `validation_failed`,
   * `revert_unavailable`
   */
  async revert(running: RunningRevert, change: LoggedChange): Promise<readonly Change[]> {
    const logged = new LoggedPivots(change);
    const link = await this.open(running, change, logged);
    if (!link) {
      running.conflicts.add(change, missing);
      return [];
    }
    const current = await this.changes.of(link, link.linked);
    const differing = differingPairs(link, logged, current, this.entities);
    if (differing.length > 0) {
      running.conflicts.add(change, { [logged.relation]: differing });
      return [];
    }
    await this.authorize(running, link, logged);
    await this.validate(running, change, link, logged);
    await this.restore(link, logged, current);
    const after = await this.changes.of(link, link.linked);
    const reverted = pivotChange('Reverted', link, this.entities, current, after);
    if (!reverted) return [];
    notePivots(this.effects, reverted, compareRows(link, current, after));
    return [reverted];
  }

  /** Locks both ends. Returns `undefined` if the parent is gone, or not visible to the caller. */
  private async open(
    running: RunningRevert,
    { resource, key }: LoggedChange,
    logged: LoggedPivots,
  ): Promise<PivotLink | undefined> {
    const { authorizer } = running.context;
    const request = inverseRequest(running, resource, 'sync', String(key));
    const relation = await authorizePivotRelation(resource, logged.relation, request, authorizer);
    const context = {
      ...running.context,
      ...{ resource, request, relation, members: {} },
      operation: 'sync' as const,
      id: String(key),
      related: null,
    };
    const list = { keys: logged.listed(relation.resource) };
    try {
      return await openLink(running.transaction, this.ends, context, list, false);
    } catch (error) {
      if (isError(error) && error instanceof RequestError && error.code === 'not_found')
        return undefined;
      throw error;
    }
  }

  /** @throws RequestError `unauthorized` */
  private async authorize(
    running: RunningRevert,
    link: PivotLink,
    logged: LoggedPivots,
  ): Promise<void> {
    const { context, parent, linked } = link;
    const { abilities } = context.relation;
    for (const operation of ['attach', 'detach'] as const) {
      const concerned = linked.filter(
        (one) => logged.wasAttached(link, one) === (operation === 'attach'),
      );
      if (concerned.length === 0) continue;
      const request = inverseRequest(running, context.resource, operation, context.id);
      const records = concerned.map(({ record }) => record);
      await authorizeEach(abilities[operation], request, parent, records);
    }
  }

  /**
   * The rules of pivot values hold for restored rows as well.
   * @throws RequestError `validation_failed`
   */
  private async validate(
    running: RunningRevert,
    change: LoggedChange,
    link: PivotLink,
    logged: LoggedPivots,
  ): Promise<void> {
    const { pivots } = link.context.relation;
    const attached = link.linked.flatMap((one) =>
      logged.rows('before', link, one).map((row) => ({
        ...one,
        listed: {
          ...one.listed,
          values: Object.fromEntries(pivots.map(({ name, column }) => [name, row[column.name]])),
        },
      })),
    );
    try {
      const restored = { attached, changed: [] };
      await this.validator.validate({ ...link, linked: attached }, restored, {});
    } catch (error) {
      const errors = faultsIn(error, change, running);
      throw new RequestError('validation_failed', { errors });
    }
  }

  private async restore(
    link: PivotLink,
    logged: LoggedPivots,
    current: readonly PivotRow[],
  ): Promise<void> {
    const restored = link.linked.filter((one) => logged.wasAttached(link, one));
    const isRestored = new Set(restored.map(({ listed }) => String(listed.key)));
    await this.changes.detach(
      link,
      current.filter(({ key }) => !isRestored.has(key)),
    );
    const attached = new Set(current.map(({ key }) => key));
    await this.attachByCallback(
      link,
      restored.filter(({ listed }) => !attached.has(String(listed.key))),
      logged,
    );
    await this.replaceRows(link, restored, logged);
  }

  /** A callback may write more than the row of the pair, such as the row of its other direction. */
  private async attachByCallback(
    link: PivotLink,
    restored: readonly LinkedRecord[],
    logged: LoggedPivots,
  ): Promise<void> {
    const { relation } = link.context;
    if (!relation.options.attachCallback) return;
    const declared = new Set(relation.pivots.map(({ column }) => column));
    const changes = restored.map((one) => {
      const [row] = rowsOf(link, one, logged);
      return { ...one, values: new Map([...(row ?? [])].filter(([each]) => declared.has(each))) };
    });
    await this.changes.attach(link, changes, []);
  }

  private async replaceRows(
    link: PivotLink,
    restored: readonly LinkedRecord[],
    logged: LoggedPivots,
  ): Promise<void> {
    if (restored.length === 0) return;
    const { join } = link.context.relation;
    const values = restored.map(({ value }) => value);
    link.transaction.later(this.pairs.remove(join, link.value, values));
    if (!logged.hasRows) {
      const entries = values.map((related) => ({ related, values: new Map() }));
      link.transaction.later(this.pairs.insert(join, link.value, entries));
      return;
    }
    const rows = restored.flatMap((one) => logged.exactRows(link, one));
    await this.exact.insert(link.transaction, join.table.name, rows);
  }
}

const rowsOf = (link: PivotLink, one: LinkedRecord, logged: LoggedPivots) =>
  logged
    .rows('before', link, one)
    .map((row) => columnValuesOf(link.context.relation.join.table, row));
