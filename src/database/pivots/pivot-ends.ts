import type { ResolvedCondition } from '../../pipeline/authorization/resolved-condition.js';
import type { Key } from '../../base/types/register.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { Row, Transaction } from '../connection/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../read/entity-reader.js';
import { compose, type SqlPart } from '../dialects/compose.js';
import { conditionSql } from '../sql/parts/condition-sql.js';
import type { ReadStatement } from '../dialects/read-statement.js';
import type { StatementRunner } from '../read/statement-runner.js';
import type { RowLockMode } from '../write/record-locks.js';
import { selectByKeys } from '../write/select-by-keys.js';

/** Records of a resource inside the scope. */
export interface RecordSet {
  readonly resource: CompiledResource;
  readonly scope: ResolvedCondition;
}
export interface ParentEnd extends RecordSet {
  readonly key: Key;
}
export interface RelatedEnd extends RecordSet {
  readonly keys: readonly Key[];
  readonly purpose: RowLockMode;
}

/** Both ends of pivot rows, as whole records. */
export interface FoundEnds {
  /** `undefined` when it does not exist, or is outside its scope. */
  readonly parent: object | undefined;
  /** The records that exist and are inside the scope. */
  readonly related: readonly object[];
  /** The versions of all rows, if they were not locked and the database has versions. */
  readonly versions: readonly string[] | null;
}

/** Runs statements and returns the rows of each. */
type RunAll = (statements: readonly ReadStatement[]) => Promise<readonly (readonly Row[])[]>;

/**
 * Reads the ends of pivot rows: without a lock for the policy, and locked before rows are written.
 * The lock protects the parent from other writers, and the related records from being deleted, so
 * that every row keeps its record even without a foreign key. Tables are locked in the order of
 * their names and rows in the order of their keys, from both sides of the relation, so that two
 * requests wait for each other without a deadlock.
 *
 * @contract C7.5
 */
export class PivotEnds {
  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
  ) {}

  /** Reads both ends without a lock, with their versions: together, as {@link StatementRunner}. */
  find(runner: StatementRunner, parent: ParentEnd, related: RelatedEnd): Promise<FoundEnds> {
    return this.read((statements) => runner.runAll(statements), parent, related, false);
  }

  /**
   * Locks both ends with two statements in one round trip, for any number of keys; with one
   * statement if both belong to the same resource.
   */
  lock(transaction: Transaction, parent: ParentEnd, related: RelatedEnd): Promise<FoundEnds> {
    return this.read((statements) => transaction.queryAll(statements), parent, related, true);
  }

  private async read(
    runAll: RunAll,
    parent: ParentEnd,
    related: RelatedEnd,
    isLocked: boolean,
  ): Promise<FoundEnds> {
    const version = isLocked ? null : this.dialect.rowVersion;
    const versions: string[] = [];
    const readAll = async (ends: readonly RelatedEnd[]) => {
      const rows = await runAll(ends.map((end) => this.wholeRows(end, version, isLocked)));
      if (version !== null) versions.push(...rows.flat().map((row) => String(row.at(-1))));
      return ends.map(({ resource }, at) => this.entities.readWhole(resource.table, rows[at]!));
    };
    const found =
      parent.resource === related.resource
        ? await readTogether(readAll, parent, related)
        : await readApart(readAll, parent, related);
    return { versions: version === null ? null : versions, ...found };
  }

  /** Selects whole records, and then their version, if any. */
  private wholeRows(end: RelatedEnd, version: string | null, isLocked: boolean): ReadStatement {
    const columns = [...end.resource.table.columns.values()];
    const selected = columns.map((column) => this.dialect.read(column, 't'));
    if (version !== null) selected.push(`t.${version}`);
    return {
      nested: 0,
      ...selectEnd(this.dialect, end, { columns: selected.join(', '), isLocked }),
      types: [...columns.map(({ type }) => type), ...(version === null ? [] : ['text' as const])],
      rows: end.keys.length,
    };
  }
}

type ReadAll = (ends: readonly RelatedEnd[]) => Promise<readonly (readonly object[])[]>;
type Records = Pick<FoundEnds, 'parent' | 'related'>;

async function readApart(
  readAll: ReadAll,
  parent: ParentEnd,
  related: RelatedEnd,
): Promise<Records> {
  const own: RelatedEnd = { keys: [parent.key], purpose: 'change', ...parent };
  const ends = inLockOrder(own, related).filter(({ keys }) => keys.length > 0);
  const records = await readAll(ends);
  const of = (end: RelatedEnd) => records[ends.indexOf(end)] ?? [];
  return { parent: of(own)[0], related: of(related) };
}

async function readTogether(
  readAll: ReadAll,
  parent: ParentEnd,
  related: RelatedEnd,
): Promise<Records> {
  const keys = [...new Set([parent.key, ...related.keys])];
  const [records] = await readAll([{ ...related, keys, purpose: 'change' }]);
  const listed = new Set(related.keys);
  const recordKey = (record: object) =>
    (record as Record<string, Key>)[parent.resource.keyColumn.property]!;
  return {
    parent: records!.find((record) => recordKey(record) === parent.key),
    related: records!.filter((record) => listed.has(recordKey(record))),
  };
}

/** Tables are locked in the order of their names, for both directions of a relation. */
export const inLockOrder = (own: RelatedEnd, related: RelatedEnd): [RelatedEnd, RelatedEnd] =>
  own.resource.table.name < related.resource.table.name ? [own, related] : [related, own];

const NO_CONDITIONS: SqlPart = { sql: '', values: [] };

interface EndSelect {
  readonly columns: string;
  /** ` and …`, in addition to the scope. */
  readonly conditions?: SqlPart;
  readonly isLocked: boolean;
}

/** Returns the select of an end's rows `t` by their keys, in the order of the keys. */
export function selectEnd(
  dialect: Dialect,
  { resource, scope, keys, purpose }: RelatedEnd,
  { columns, conditions = NO_CONDITIONS, isLocked }: EndSelect,
): SqlPart {
  const visible = conditionSql(scope, dialect);
  return selectByKeys(dialect, resource, keys, {
    columns,
    conditions: compose` and ${{ sql: visible.sql('t'), values: visible.values }}${conditions}`,
    lock: isLocked ? dialect.locks[purpose] : '',
  });
}
