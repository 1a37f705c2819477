import type { ResolvedCondition } from '../../authorization/resolved-condition.js';
import type { Key } from '../../definition/register.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { Statement, Transaction } from '../database/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../entity-reader.js';
import { conditionText, conditionValues } from '../statements/condition-text.js';
import type { LockPurpose } from '../writes/record-locks.js';

/** Records of a resource, as far as they are inside the scope. */
export interface RecordSet {
  readonly resource: CompiledResource;
  readonly scope: ResolvedCondition;
}
export interface ParentEnd extends RecordSet {
  readonly key: Key;
}
export interface RelatedEnd extends RecordSet {
  readonly keys: readonly Key[];
  readonly purpose: LockPurpose;
}

/** Both ends of pivot rows, whole and locked. */
export interface LockedEnds {
  /** `undefined` when it is not there, or not inside its scope. */
  readonly parent: object | undefined;
  /** Those that are there and inside the scope. */
  readonly related: readonly object[];
}

/**
 * Locks the ends of pivot rows before they are written: the parent against every other writer of it, the related records
 * against being deleted, so that no row is left without its record where no foreign key watches over it. Tables are
 * locked in the order of their names and rows in that of their keys, from whichever side a request comes: two that meet
 * wait for each other, and neither falls victim to a deadlock.
 *
 * @contract C7.5
 */
export class PivotEnds {
  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
  ) {}

  /** Two statements in one round trip, however many keys; one where both ends are of the same resource. */
  async lock(transaction: Transaction, parent: ParentEnd, related: RelatedEnd): Promise<LockedEnds> {
    if (parent.resource === related.resource) return this.lockTogether(transaction, parent, related);
    const own: RelatedEnd = { ...parent, keys: [parent.key], purpose: 'change' };
    const ends = [own, related].filter(({ keys }) => keys.length > 0).sort(byTable);
    const records = await this.lockAll(transaction, ends);
    const of = (end: RelatedEnd) => records[ends.indexOf(end)] ?? [];
    return { parent: of(own)[0], related: of(related) };
  }

  private async lockTogether(transaction: Transaction, parent: ParentEnd, related: RelatedEnd): Promise<LockedEnds> {
    const keys = [...new Set([parent.key, ...related.keys])];
    const [records] = await this.lockAll(transaction, [{ ...related, keys, purpose: 'change' }]);
    const listed = new Set(related.keys);
    const keyOf = (record: object) => (record as Record<string, Key>)[parent.resource.keyColumn.property]!;
    return {
      parent: records!.find((record) => keyOf(record) === parent.key),
      related: records!.filter((record) => listed.has(keyOf(record))),
    };
  }

  private async lockAll(
    transaction: Transaction,
    ends: readonly RelatedEnd[],
  ): Promise<readonly (readonly object[])[]> {
    const answers = await transaction.queryAll(ends.map((end) => this.locking(end)));
    return ends.map(({ resource }, at) => this.entities.readWhole(resource.table, answers[at]!));
  }

  private locking({ resource: { table, keyColumn: key }, scope, keys, purpose }: RelatedEnd): Statement {
    const { dialect } = this;
    const text = dialect.keyed({
      table: dialect.quote(table.name),
      key,
      columns: [...table.columns.values()].map((column) => dialect.read(column, 't')).join(', '),
      conditions: ` and ${conditionText(scope, 't', dialect)}`,
      lock: dialect.locks[purpose],
    });
    return { text, values: conditionValues(scope, dialect, [dialect.bindList([...keys].sort(byKey), key)]) };
  }
}

const byTable = ({ resource: one }: RecordSet, { resource: other }: RecordSet): number =>
  one.table.name < other.table.name ? -1 : 1;

const byKey = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);
