import type { ResolvedCondition } from '../../authorization/resolved-condition.js';
import type { Key } from '../../types/register.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { Connection, Row, Statement, Transaction } from '../database/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../entity-reader.js';
import { conditionSql } from '../sql/condition-sql.js';
import type { RowLockMode } from '../writes/record-locks.js';

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
}

/** Runs statements and returns the rows of each. */
type RunAll = (statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>;

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

  /** Reads both ends concurrently, without a lock. */
  find(connection: Connection, parent: ParentEnd, related: RelatedEnd): Promise<FoundEnds> {
    const runAll: RunAll = (statements) =>
      Promise.all(statements.map(({ sql, values }) => connection.query(sql, values)));
    return this.read(runAll, parent, related, false);
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
    locked: boolean,
  ): Promise<FoundEnds> {
    const readAll = async (ends: readonly RelatedEnd[]) => {
      const rows = await runAll(ends.map((end) => this.statement(end, locked)));
      return ends.map(({ resource }, at) => this.entities.readWhole(resource.table, rows[at]!));
    };
    if (parent.resource === related.resource) return readTogether(readAll, parent, related);
    const own: RelatedEnd = { ...parent, keys: [parent.key], purpose: 'change' };
    const ends = [own, related].filter(({ keys }) => keys.length > 0).sort(byTable);
    const records = await readAll(ends);
    const of = (end: RelatedEnd) => records[ends.indexOf(end)] ?? [];
    return { parent: of(own)[0], related: of(related) };
  }

  private statement({ resource, scope, keys, purpose }: RelatedEnd, locked: boolean): Statement {
    const { dialect } = this;
    const { table, keyColumn: key } = resource;
    const visible = conditionSql(scope, dialect);
    const sql = dialect.keyed({
      table: dialect.quote(table.name),
      key,
      columns: [...table.columns.values()].map((column) => dialect.read(column, 't')).join(', '),
      conditions: ` and ${visible.sql('t')}`,
      lock: locked ? dialect.locks[purpose] : '',
    });
    return {
      sql,
      values: [dialect.bindList([...keys].sort(byKey), key), ...visible.values],
    };
  }
}

async function readTogether(
  readAll: (ends: readonly RelatedEnd[]) => Promise<readonly (readonly object[])[]>,
  parent: ParentEnd,
  related: RelatedEnd,
): Promise<FoundEnds> {
  const keys = [...new Set([parent.key, ...related.keys])];
  const [records] = await readAll([{ ...related, keys, purpose: 'change' }]);
  const listed = new Set(related.keys);
  const keyOf = (record: object) =>
    (record as Record<string, Key>)[parent.resource.keyColumn.property]!;
  return {
    parent: records!.find((record) => keyOf(record) === parent.key),
    related: records!.filter((record) => listed.has(keyOf(record))),
  };
}

const byTable = ({ resource: one }: RecordSet, { resource: other }: RecordSet): number =>
  one.table.name < other.table.name ? -1 : 1;

const byKey = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);
