import type { Key, PivotRequest } from '../../base/types/register.js';
import type { Dialect } from '../../database/dialects/dialect.js';
import { PivotRows, type PivotRow } from '../../database/pivots/pivot-rows.js';
import { PivotWriter, type PivotEntry } from '../../database/pivots/pivot-writer.js';
import type { ExactRows } from '../../database/write/exact-rows.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { hasUniquePairs } from '../../registry/resources/pivot-relations.js';
import { requestWith } from '../../pipeline/authorization/request-context.js';
import type { PivotValues } from '../../pipeline/validation/validate-pivots.js';
import type { LinkedRecord, PivotLink } from './pivot-link.js';

/** A record to attach, or whose pivot values to change. */
export interface PivotChange extends LinkedRecord {
  readonly values: PivotValues;
}

/**
 * Changes the pivot rows of a parent, by built-in statements or by the callback that replaces them.
 * A value other than `undefined` that a callback returns becomes the response.
 *
 * @contract C7.4
 */
export class PivotChanges {
  private readonly rows: PivotRows;
  private readonly writer: PivotWriter;

  /** @param keeps whether changes of the resource's relations can be reverted */
  constructor(
    dialect: Dialect,
    private readonly exact: ExactRows,
    private readonly keeps: (resource: CompiledResource) => boolean,
  ) {
    this.rows = new PivotRows(dialect, exact);
    this.writer = new PivotWriter(dialect);
  }

  /** Returns the rows of these records. */
  of(link: PivotLink, linked: readonly LinkedRecord[]): Promise<readonly PivotRow[]> {
    return this.read(
      link,
      linked.map((record) => record.value),
    );
  }

  /** Returns all rows whose record is inside the user's scope. */
  inScope(link: PivotLink): Promise<readonly PivotRow[]> {
    return this.read(link, null);
  }

  private read(
    { transaction, context, value: parent }: PivotLink,
    related: readonly unknown[] | null,
  ): Promise<readonly PivotRow[]> {
    const { relation, resource, authorizer } = context;
    const scope = authorizer.scope(relation.resource);
    const { name } = relation.join.table;
    const exact = this.keeps(resource) ? this.exact.columnsOf(name) : [];
    return this.rows.read(transaction, relation, { parent, related, scope, exact });
  }

  /**
   * Attaches records. If a pair can have only one row and already has it, its values are updated.
   * @param before the current rows of these records
   */
  async attach(
    link: PivotLink,
    changes: readonly PivotChange[],
    before: readonly PivotRow[],
  ): Promise<unknown> {
    const { relation, resource } = link.context;
    if (changes.length === 0) return undefined;
    const { attachCallback } = relation.options;
    if (attachCallback) {
      await link.transaction.flush();
      return attachCallback(
        pivotRequest(link, keysOf(changes), changes),
        resource.definition,
        link.parent as never,
      );
    }
    const attached = new Set(hasUniquePairs(relation.join) ? before.map(({ key }) => key) : []);
    const isAttached = ({ listed }: PivotChange) => attached.has(String(listed.key));
    this.update(link, changes.filter(isAttached));
    const added = changes.filter((change) => !isAttached(change));
    link.transaction.later(
      this.writer.insert(relation.join, link.value, added.map(entryOf).sort(byRelated)),
    );
    return undefined;
  }

  /** Updates the values of all rows of these records. */
  update({ transaction, context, value }: PivotLink, changes: readonly PivotChange[]): void {
    transaction.later(
      this.writer.update(context.relation.join, value, changes.map(entryOf).sort(byRelated)),
    );
  }

  /** Removes every row of the pairs that these rows belong to. */
  async detach(link: PivotLink, rows: readonly PivotRow[]): Promise<unknown> {
    const { relation, resource } = link.context;
    if (rows.length === 0) return undefined;
    const { detachCallback } = relation.options;
    const keys = [...new Set(rows.map(({ key }) => key))];
    if (detachCallback) {
      await link.transaction.flush();
      const request = pivotRequest(link, keys.map(keyReader(link)), []);
      return detachCallback(request, resource.definition, link.parent as never);
    }
    const related = [...new Set(rows.map((row) => row.related))];
    link.transaction.later(this.writer.remove(relation.join, link.value, related));
    return undefined;
  }
}

const entryOf = ({ value, values }: PivotChange): PivotEntry => ({ related: value, values });

/**
 * Rows are written in one order, independent of the list, so that two requests wait for each other
 * instead of deadlocking.
 */
const byRelated = ({ related: one }: PivotEntry, { related: other }: PivotEntry): number =>
  (one as Key) < (other as Key) ? -1 : 1;

const keysOf = (changes: readonly PivotChange[]): readonly Key[] =>
  changes.map(({ listed }) => listed.key);

/** Converts a key that was read as a string to the type of the entity's key. */
const keyReader =
  ({ context }: PivotLink) =>
  (key: string): Key =>
    context.relation.resource.keyColumn.type === 'integer' ? Number(key) : key;

/** Builds the request for a callback: the original request, and what to write. */
function pivotRequest(
  { transaction, context: { request, relation } }: PivotLink,
  keys: readonly Key[],
  changes: readonly PivotChange[],
): PivotRequest {
  const namesOf = new Map(relation.pivots.map(({ name, column }) => [column, name]));
  const byName = (values: PivotValues) =>
    Object.fromEntries([...values].map(([column, value]) => [namesOf.get(column)!, value]));
  return requestWith(request, {
    keys,
    pivots: new Map(changes.map(({ listed, values }) => [listed.key, byName(values)])),
    write: (sql: string, values?: readonly unknown[]) => transaction.query(sql, values),
  });
}
