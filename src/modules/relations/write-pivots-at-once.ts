import { Inject, Injectable } from '@nestjs/common';
import { enterStage } from '../../base/work-trace.js';
import { showsEveryRecord } from '../../pipeline/authorization/shown-records.js';
import { DATABASE, type Database, type Row } from '../../database/connection/database.js';
import { isConstraintViolation } from '../../database/failures/translate-failure.js';
import { groupByShape, type PivotGroup } from '../../database/pivots/pivot-groups.js';
import { pivotRowReader } from '../../database/pivots/pivot-rows.js';
import type {
  AttachStatement,
  LogInsert,
  PivotStatements,
  UnlockedPivots,
} from '../../database/pivots/pivot-statements.js';
import { attachStatements, singleStatements } from '../../database/pivots/single-statements.js';
import { StoredSchema } from '../../database/schema/stored-schema.js';
import { ExactRows } from '../../database/write/exact-rows.js';
import type { SqlPart } from '../../database/dialects/compose.js';
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

/** A call whose rows can be written by one statement. */
interface ReadyCall extends UnlockedPivots {
  readonly call: AuthorizedPivots;
  readonly keys: readonly ListedKey[];
}

/**
 * Attach, detach and sync in one statement, where the database can run it and no code must run while
 * the records are locked: no callback, no rule that looks something up. SQLite can run an attach
 * without a log. A policy that has seen the records is not asked again, since the statement only
 * writes if they have not changed.
 *
 * The methods return `null` if this is not so, or if the statement wrote nothing because something
 * is wrong. Then {@link WritePivots} writes in a transaction, which finds the error to return.
 *
 * @contract C7
 */
@Injectable()
export class WritePivotsAtOnce {
  private readonly statements: PivotStatements | null;
  private readonly attaching: AttachStatement | null;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly validator: PivotValidator,
    private readonly log: ChangeLog,
    private readonly snapshots: Snapshots,
    private readonly exact: ExactRows,
    private readonly schema: StoredSchema,
  ) {
    this.statements = singleStatements[database.dialect] ?? null;
    this.attaching = attachStatements[database.dialect] ?? null;
  }

  async attach(call: AuthorizedPivots): Promise<PivotRowsResult | null> {
    if (!this.returnsRows(call.relation)) return null;
    const ready = await this.prepare(call, this.attaching);
    const log = ready && this.logOf(ready, 'Attached');
    if (log && !this.statements) return null;
    const group = ready && (await this.groupOf(ready));
    if (!group) return null;
    const { relation, parent, keys } = ready;
    const refuses = refusesDuplicates(relation);
    const rows = await this.run(this.attaching!.attach(ready, group, refuses, log));
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
    const rows = await this.run(this.statements!.detach(ready, log));
    return rows?.[0]?.[0] === true ? new ReturnedResult(null) : null;
  }

  /** Only without pivot values: they would change pairs that exist, too. */
  async sync(call: AuthorizedPivots): Promise<SyncResult | null> {
    const ready = await this.prepare(call);
    if (!ready || hasPivotValues(call.relation, ready.keys, flatOf(call))) return null;
    const group = await this.groupOf(ready);
    if (!group) return null;
    const log = this.logOf(ready, 'Synced');
    const rows = await this.runLocked(
      this.statements!.lock(ready),
      this.statements!.sync(ready, group, log),
    );
    const [isComplete, added, removed] = rows?.[0] ?? [];
    return isComplete === true ? new SyncResult(listOf(added), listOf(removed), []) : null;
  }

  private async prepare(
    call: AuthorizedPivots,
    statements: AttachStatement | null = this.statements,
  ): Promise<ReadyCall | null> {
    enterStage('write');
    const { list, seen } = call;
    if (!statements || !('keys' in list) || !isOneStatementEnough(call)) return null;
    // The transaction reports what changes to those who count.
    if (this.database.isJoined) return null;
    if (this.snapshots.covers(call.resource) && !this.hasOnlyKeys(call.relation)) return null;
    if (!(await this.isSettled(call))) return null;
    const unlocked = unlockedPivotsOf(call, list, seen?.versions ?? null);
    return unlocked && { ...unlocked, call, keys: list.keys };
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

  private logOf({ call, parent }: ReadyCall, name: Change['name']): LogInsert | null {
    const change = { name, resource: call.resource, key: parent.key };
    return this.log.insertOf(call.request, change, call.relation.key);
  }

  private run({ sql, values }: SqlPart): Promise<readonly Row[] | null> {
    return unlessViolated(this.database.write(sql, values));
  }

  /** Runs a statement after its locks, in one transaction and one round trip. */
  private async runLocked(lock: SqlPart, statement: SqlPart): Promise<readonly Row[] | null> {
    let rows: readonly Row[] = [];
    const writing = this.database.transaction(async (transaction) =>
      transaction.later([lock, statement], ([, written]) => (rows = written!)),
    );
    return (await unlessViolated(writing)) === null ? null : rows;
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

const listOf = (keys: unknown): readonly string[] =>
  keys === null ? [] : (JSON.parse(String(keys)) as string[]);
