import type { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import { shownOf } from '../../../pipeline/authorization/shown-records.js';
import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import type { Connection } from '../../../database/connection/database.js';
import { bindKey, named, type Dialect } from '../../../database/dialects/dialect.js';
import { conditionSql } from '../../../database/sql/parts/condition-sql.js';
import { typeSql } from '../../../database/sql/parts/join-sql.js';
import type { RecordLocks } from '../../../database/write/record-locks.js';
import { storedValue } from '../../../database/values/stored-values.js';
import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
  PivotJoin,
} from '../../../registry/resources/compiled-resource.js';
import type { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import type { RowLookup, RowSource } from '../../../rules/entries/rule-context.js';
import { parseColumnValue } from '../../../pipeline/validation/column-value.js';

/**
 * The subject of a lookup: the resource to write, and its existing rows, if any.
 */
export interface LookupSubject {
  readonly resource: CompiledResource;
  readonly written: WrittenRecord | WrittenPairs | null;
}

/** The record with this key. */
export interface WrittenRecord {
  readonly key: string | number;
}

/** The pivot rows of a parent with these records, by their values in the pivot table. */
export interface WrittenPairs {
  readonly join: PivotJoin;
  readonly parent: unknown;
  readonly related: readonly unknown[];
}

/** The column in which a rule looks values up. */
export interface LookupPlace {
  readonly table: CompiledTable;
  readonly column: CompiledColumn;
  /** `null` if no resource serves the table. */
  readonly resource: CompiledResource | null;
}

/** The services for looking up rows. */
export interface LookupSource {
  readonly connection: Connection;
  readonly dialect: Dialect;
  readonly registry: ResourceRegistry;
  readonly records: RecordLocks;
}

/**
 * Looks up values for one validation, with one statement per value, even if the rule `exists` and a
 * relation look up the same record. A value that does not fit its column matches no row.
 */
export class RecordLookup implements RowLookup {
  private readonly visible = new Map<string, Promise<boolean>>();

  /** @param subject `null` if nothing is written: rules then name their resource and field */
  constructor(
    private readonly source: LookupSource,
    private readonly authorizer: Authorizer,
    private readonly subject: LookupSubject | null,
  ) {}

  async isTaken(source: RowSource, value: unknown): Promise<boolean> {
    const { table, column } = this.placeOf(source);
    const { resource, written } = this.subject ?? {};
    if (!written || table.name !== resource?.table.name)
      return this.holds(table, column, value, '', []);
    const other =
      'key' in written ? this.otherThanRecord(written, resource) : this.otherThanPairs(written);
    return this.holds(table, column, value, ` and ${other.sql}`, other.values);
  }

  isVisible(source: RowSource, value: unknown): Promise<boolean> {
    const place = this.placeOf(source);
    const key = JSON.stringify([place.table.name, place.column.name, value]);
    const known = this.visible.get(key) ?? this.isVisibleIn(place, value);
    this.visible.set(key, known);
    return known;
  }

  private async isVisibleIn(
    { table, column, resource }: LookupPlace,
    value: unknown,
  ): Promise<boolean> {
    if (!resource || !(await this.authorizer.mayIndex(resource))) return false;
    const scope: ResolvedCondition = this.authorizer.scope(resource);
    if (resource.policy.show) return this.isShown(resource, column, value, scope);
    const visible = conditionSql(scope, this.source.dialect);
    return this.holds(table, column, value, ` and ${visible.sql('t')}`, visible.values);
  }

  /** Returns whether `show` allows one of the records with the value. @contract C4.4 */
  private async isShown(
    resource: CompiledResource,
    column: CompiledColumn,
    value: unknown,
    scope: ResolvedCondition,
  ): Promise<boolean> {
    const parsed = parseColumnValue(column, value);
    if ('fault' in parsed || parsed.value === null) return false;
    const { records, connection } = this.source;
    const stored = storedValue(parsed.value, column);
    const holding = await records.holding(connection, resource, column, [stored], scope);
    return (await shownOf(this.authorizer, resource, holding)).length > 0;
  }

  private otherThanRecord({ key }: WrittenRecord, { keyColumn }: CompiledResource) {
    return {
      sql: `${named(this.source.dialect, keyColumn, 't')} <> ?`,
      values: [bindKey(key, keyColumn)],
    };
  }

  private otherThanPairs({ join, parent, related }: WrittenPairs) {
    const { dialect } = this.source;
    const isListed = dialect.inList(named(dialect, join.related, 't'), join.related);
    const isOfParent = `${named(dialect, join.parent, 't')} = ${dialect.bound}${typeSql(join.type, 't', dialect)}`;
    return {
      sql: `not (${isListed} and ${isOfParent})`,
      values: [dialect.bindList(related, join.related), storedValue(parent, join.parent)],
    };
  }

  private async holds(
    { name }: CompiledTable,
    column: CompiledColumn,
    value: unknown,
    condition: string,
    values: readonly unknown[],
  ): Promise<boolean> {
    const parsed = parseColumnValue(column, value);
    if ('fault' in parsed || parsed.value === null) return false;
    const { dialect } = this.source;
    const sql = `select 1 from ${dialect.quote(name)} t where ${named(dialect, column, 't')} = ${dialect.bound}${condition} limit 1`;
    const rows = await this.source.connection.query(sql, [
      storedValue(parsed.value, column),
      ...values,
    ]);
    return rows.length > 0;
  }

  private placeOf(source: RowSource): LookupPlace {
    return placeOf(source, this.source.registry, this.subject?.resource);
  }
}

/**
 * Returns the column that a rule names. Definitions are verified at boot, so every name exists.
 *
 * @param own the resource to write; absent if nothing is written: rules then name their resource
 */
export function placeOf(
  source: RowSource,
  registry: ResourceRegistry,
  own: CompiledResource | undefined,
): LookupPlace {
  if ('entity' in source) {
    const resource = registry.findByEntity(source.entity)!;
    return {
      table: resource.table,
      column: resource.table.columns.get(source.property)!,
      resource,
    };
  }
  const resource = 'own' in source ? own! : registry.find(source.resource)!;
  const name = 'own' in source ? source.own : source.field;
  const column =
    resource.fields.get(name)?.column ?? (name === 'id' ? resource.keyColumn : undefined);
  return { table: resource.table, column: column!, resource };
}
