import type { RequestContext } from '../../../authorization/request-context.js';
import { allOf, type ResolvedCondition } from '../../../authorization/resolved-condition.js';
import { shownOf } from '../../../authorization/shown-records.js';
import type { Connection, Transaction } from '../../../execution/database/database.js';
import { compareKeys } from '../../../execution/writes/compare-keys.js';
import type { RecordLocks } from '../../../execution/writes/record-locks.js';
import { storedValue } from '../../../execution/writes/stored-values.js';
import type { WritableRelation } from '../../../registry/writable-relations.js';
import type { Key } from '../../../types/register.js';
import { keyIn } from '../writing/column-values.js';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Reads the records that refer to parents and that the caller may see. A record of another parent
 * is like a record that does not exist.
 *
 * @contract C4.7, C5.9
 */
export class OwnedChildren {
  private readonly scope: ResolvedCondition;

  /** @param context its resource is the related one */
  constructor(
    private readonly locks: RecordLocks,
    private readonly context: RequestContext,
    private readonly relation: WritableRelation,
  ) {
    const { type } = relation.join;
    const ofType = type && {
      kind: 'compare' as const,
      column: type.column,
      comparison: 'eq' as const,
      value: type.value,
    };
    const seen = context.authorizer.scope(context.resource);
    this.scope = ofType ? allOf([seen, ofType]) : seen;
  }

  /** Returns the records with the keys, by their keys, with one statement. */
  async listed(connection: Connection, keys: readonly Key[]): Promise<ReadonlyMap<string, object>> {
    const { resource, authorizer } = this.context;
    const found = await this.locks.findListed(connection, resource, keys, this.scope);
    return this.byKey(await shownOf(authorizer, resource, found));
  }

  /** Like {@link listed}, and locks the records. The caller checks the policy again. */
  async lock(transaction: Transaction, keys: readonly Key[]): Promise<ReadonlyMap<string, object>> {
    const { resource } = this.context;
    return this.byKey(
      await this.locks.lockListed(transaction, resource, keys, this.scope, 'change'),
    );
  }

  /**
   * Returns the related record of each parent that has one, in the order of the parents, with one
   * statement. Of several, it is the one with the highest key, which responses contain.
   */
  async single(
    connection: Connection,
    parents: readonly object[],
  ): Promise<readonly (object | undefined)[]> {
    const { resource, authorizer } = this.context;
    const { column } = this.relation.join;
    const values = parents.map((parent) => this.referenceOf(parent));
    const found = await this.locks.holding(connection, resource, column, values, this.scope);
    const byKey = compareKeys(resource.keyColumn);
    const ordered = [...found].sort((one, other) =>
      byKey(keyIn(one, resource), keyIn(other, resource)),
    );
    const byParent = new Map(ordered.map((child) => [String(this.valueOf(child)), child]));
    const shown = new Set(await shownOf(authorizer, resource, [...byParent.values()]));
    return values.map((value) => {
      const child = byParent.get(String(value));
      return child && shown.has(child) ? child : undefined;
    });
  }

  belongs(child: object, parent: object): boolean {
    return String(this.valueOf(child)) === String(this.referenceOf(parent));
  }

  /** Returns the value of the parent that its related records contain, as it is stored. */
  private referenceOf(parent: object): unknown {
    const { source } = this.relation.join;
    return storedValue((parent as Properties)[source.property], source);
  }

  private valueOf(child: object): unknown {
    const { column } = this.relation.join;
    return storedValue((child as Properties)[column.property], column);
  }

  private byKey(records: readonly object[]): ReadonlyMap<string, object> {
    const { resource } = this.context;
    return new Map(records.map((record) => [String(keyIn(record, resource)), record]));
  }
}
