import { Inject, Injectable } from '@nestjs/common';
import { enterStage } from '../../base/work-trace.js';
import { showsEveryRecord } from '../../pipeline/authorization/shown-records.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { isConstraintViolation } from '../../database/failures/translate-failure.js';
import { groupByShape, type PivotGroup } from '../../database/pivots/pivot-groups.js';
import { pivotRowReader } from '../../database/pivots/pivot-rows.js';
import type {
  PivotLog,
  PivotStatements,
  UnlockedPivots,
} from '../../database/pivots/pivot-statements.js';
import { pivotStatements } from '../../database/pivots/find-pivot-statements.js';
import { StoredSchema } from '../../database/schema/stored-schema.js';
import { ExactRows } from '../../database/write/exact-rows.js';
import { hasUniquePairs, refusesDuplicates } from '../../registry/resources/pivot-relations.js';
import type { ListedKey } from '../../pipeline/request/parse-key-list.js';
import { PivotRowsResult, ReturnedResult, SyncResult } from '../../serialization/results.js';
import { hasPivotValues } from '../../pipeline/validation/validate-pivots.js';
import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import { ChangeLog, type Change } from '../action-log/change-log.js';
import { Snapshots } from '../action-log/snapshots.js';
import type { AuthorizedPivots } from './pivot-authorizer.js';
import { unlockedPivotsOf } from './pivot-link.js';
import { flatOf } from './pivot-lists.js';
import { PivotValidator } from './pivot-validator.js';

/** A call whose rows can be written without locking both ends before. */
interface ReadyCall extends UnlockedPivots {
  readonly statements: PivotStatements;
  readonly call: AuthorizedPivots;
  readonly keys: readonly ListedKey[];
}

/**
 * Attach, detach and sync by statements that check what they write, where no code must run while the
 * records are locked: no callback, no rule that looks something up. A policy that has seen the records
 * is not asked again, since the statements only write if they have not changed.
 *
 * The methods return `null` if this is not so, or if nothing was written because something is
 * wrong. Then {@link WritePivots} writes in a transaction, which finds the error to return.
 *
 * @contract C7
 */
@Injectable()
export class WritePivotsAtOnce {
  private readonly statements: PivotStatements | null;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly validator: PivotValidator,
    private readonly log: ChangeLog,
    private readonly snapshots: Snapshots,
    private readonly exact: ExactRows,
    private readonly schema: StoredSchema,
  ) {
    this.statements = pivotStatements[database.dialect] ?? null;
  }

  async attach(call: AuthorizedPivots): Promise<PivotRowsResult | null> {
    if (!this.returnsRows(call.relation)) return null;
    const ready = await this.prepare(call);
    const group = ready && (await this.groupOf(ready));
    if (!group) return null;
    const { statements, relation, parent, keys } = ready;
    const refuses = refusesDuplicates(relation);
    const log = this.logOf(ready, 'Attached');
    const rows = await unlessViolated(statements.attach(this.database, ready, group, refuses, log));
    if (rows?.length !== keys.length) return null;
    const written = new Map(rows.map(pivotRowReader(relation)).map((row) => [row.key, row]));
    return new PivotRowsResult(
      relation,
      parent.key,
      keys.map(({ key }) => written.get(String(key))!),
    );
  }

  async detach(call: AuthorizedPivots): Promise<ReturnedResult | null> {
    const ready = await this.prepare(call);
    if (!ready) return null;
    const log = this.logOf(ready, 'Detached');
    const isFound = await unlessViolated(ready.statements.detach(this.database, ready, log));
    return isFound ? new ReturnedResult(null) : null;
  }

  /** Only without pivot values: they would change pairs that exist, too. */
  async sync(call: AuthorizedPivots): Promise<SyncResult | null> {
    const ready = await this.prepare(call);
    if (!ready || hasPivotValues(call.relation, ready.keys, flatOf(call))) return null;
    const group = await this.groupOf(ready);
    if (!group) return null;
    const log = this.logOf(ready, 'Synced');
    const changed = await unlessViolated(ready.statements.sync(this.database, ready, group, log));
    return changed && new SyncResult(changed.added, changed.removed, []);
  }

  private async prepare(call: AuthorizedPivots): Promise<ReadyCall | null> {
    enterStage('write');
    const { list, seen } = call;
    const { statements } = this;
    if (!statements || !('keys' in list) || !isOneStatementEnough(call)) return null;
    // The transaction reports what changes to those who count.
    if (this.database.isJoined) return null;
    if (this.snapshots.covers(call.resource) && !this.hasOnlyKeys(call.relation)) return null;
    if (!(await this.isSettled(call))) return null;
    const unlocked = unlockedPivotsOf(call, list, seen?.versions ?? null);
    return unlocked && { statements, call, keys: list.keys, ...unlocked };
  }

  /**
   * Whether the policy has decided: on all of these records, in versions that the statement
   * compares, or without records.
   */
  private async isSettled({ seen, resource, relation, authorizer }: AuthorizedPivots) {
    if (seen) return seen.versions !== null && seen.missing.length === 0;
    return (
      (await showsEveryRecord(authorizer, resource)) &&
      (await showsEveryRecord(authorizer, relation.resource))
    );
  }

  /** Returns the rows to write; `null` if values are invalid, or differ in their columns. */
  private async groupOf({ call, keys }: ReadyCall): Promise<PivotGroup | null> {
    const values = await this.validator.validateUnlocked(call, keys, flatOf(call));
    if (!values) return null;
    const entries = keys.map((listed) => ({ related: listed.key, values: values.get(listed)! }));
    const [group, ...others] = groupByShape(entries);
    if (others.length > 0) return null;
    return group ?? { columns: [], entries: [] };
  }

  /**
   * Whether the keys in the log are all that it takes to revert a change. Other columns would have
   * to be kept before they are written or removed.
   *
   * @contract C15.3
   */
  private hasOnlyKeys({ join }: PivotRelation): boolean {
    const { table, parent, related, type } = join;
    const pair = new Set([parent, related, type?.column].map((column) => column?.name));
    const columns = this.exact.columnsOf(table.name);
    return columns.length > 0 && columns.every(({ name }) => pair.has(name));
  }

  /** Whether rows stay as the statement returns them: a trigger could change them afterwards. */
  private returnsRows({ join }: PivotRelation): boolean {
    return this.schema.facts?.findTable(join.table.name)?.returnsRows ?? false;
  }

  private logOf({ call, parent }: ReadyCall, name: Change['name']): PivotLog | null {
    const change = { name, resource: call.resource, key: parent.key };
    return this.log.ofKeys(call.request, change, call.relation.key);
  }
}

/** Returns `null` if the values break a constraint, which the transaction explains. */
async function unlessViolated<Result>(writing: Promise<Result>): Promise<Result | null> {
  try {
    return await writing;
  } catch (error) {
    if (isConstraintViolation(error)) return null;
    throw error;
  }
}

/** Whether pivot rows contain the keys of both records, each pair once, and no code runs. */
function isOneStatementEnough({ relation, resource }: AuthorizedPivots): boolean {
  const { join, options } = relation;
  return (
    hasUniquePairs(join) &&
    join.source === resource.keyColumn &&
    join.target === relation.resource.keyColumn &&
    join.parent.type === join.source.type &&
    join.related.type === join.target.type &&
    resource.table.name !== relation.resource.table.name &&
    !options.attachCallback &&
    !options.detachCallback
  );
}
