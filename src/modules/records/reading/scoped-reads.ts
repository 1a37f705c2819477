import type { EntityManager } from 'typeorm';
import type { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import { resolveCondition } from '../../../pipeline/authorization/resolve-condition.js';
import {
  allOf,
  EVERYTHING,
  NOTHING,
  type ResolvedCondition,
} from '../../../pipeline/authorization/resolved-condition.js';
import { keyTerm, type ResolvedOrder } from '../../../pipeline/authorization/resolved-order.js';
import {
  canShowAny,
  hasRecordPolicy,
  isShown,
} from '../../../pipeline/authorization/shown-records.js';
import { where as matching, type ConditionNode } from '../../../definition/contracts/condition.js';
import { RequestError } from '../../../base/errors/index.js';
import { ByteBudget, TooManyBytes } from '../../../database/read/byte-budget.js';
import type { Connection, Database } from '../../../database/connection/database.js';
import { transactionOf } from '../../../database/connection/open-transactions.js';
import { dialects } from '../../../database/engines/dialects.js';
import type { EntityReader } from '../../../database/read/entity-reader.js';
import type { RecordLoader } from '../../../database/read/record-loader.js';
import type { Bounds } from '../../../database/read/relation-loader.js';
import { RowBudget } from '../../../database/read/row-budget.js';
import {
  aggregateSql,
  groupedSql,
  type Aggregate,
} from '../../../database/sql/parts/aggregate-sql.js';
import { entityReader } from '../../../database/values/values.js';
import type { ResolvedOptions } from '../../../options/resource-api-options.js';
import { planPage } from '../../../pipeline/planning/plan-page.js';
import type { NodePlan } from '../../../pipeline/planning/query-plan.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { parseKey } from '../../../pipeline/request/parse-key.js';
import type { Key } from '../../../base/types/register.js';
import { getSortedColumn } from './aggregated-columns.js';
import { showFilters } from './loaded-record-meta.js';
import type { RecordGroupOptions, RecordFindOptions } from './record-types.js';

/** Where the records are read. */
export interface RecordSource {
  readonly database: Database;
  /** The database, or an open transaction. */
  readonly connection: Connection;
  readonly loader: RecordLoader;
  readonly entities: EntityReader;
  readonly options: ResolvedOptions;
}

/** The most records of one `find`, and the most groups of one `groupBy`. */
const MAX_TAKE = 1_000;
const MAX_GROUPS = 10_000;

/** Reads the records of one resource that one user may see. */
export class ScopedReads {
  constructor(
    private readonly source: RecordSource,
    readonly resource: CompiledResource,
    private readonly authorizer: Authorizer,
  ) {}

  /** @throws TypeError for a manager outside of the service's transactions */
  within(manager: EntityManager): ScopedReads {
    const connection = transactionOf(manager);
    const loader = this.source.loader.within(connection);
    return new ScopedReads({ ...this.source, connection, loader }, this.resource, this.authorizer);
  }

  /** @throws RangeError, TypeError */
  async find(page: RecordFindOptions<never>): Promise<readonly object[]> {
    const { take, skip = 0, where } = page;
    verifyPage(take, skip);
    const node = { ...(await this.plan(where)), order: this.orderOf(page) };
    const plan = planPage(node, take, { by: 'offset', offset: skip });
    const { loader, entities } = this.source;
    try {
      const { rows } = await loader.page(plan, this.bounds());
      return entities.read(plan, rows);
    } catch (error) {
      throw this.explained(error);
    }
  }

  async get(key: Key): Promise<object | null> {
    const { resource, authorizer, source } = this;
    const parsed = parseKey(String(key), resource.keyColumn);
    if (parsed === undefined) return null;
    const plan = { key: parsed, versioned: false, ...(await this.plan(undefined)) };
    const found = await source.loader.record(plan, this.bounds());
    if (!found) return null;
    const [record] = source.entities.read(plan, [found.row]);
    return (await isShown(authorizer, resource, record!)) ? record! : null;
  }

  /** @throws TypeError if `show` decides on each record */
  async aggregate<Result>(
    aggregate: Aggregate<Result>,
    where: ConditionNode | undefined,
  ): Promise<Result> {
    const condition = await this.countable(where);
    const { values, sql } = aggregateSql(aggregate, this.resource.table, condition, this.dialect);
    const [row] = await this.source.connection.query(sql(), values, { rows: 1 });
    return aggregate.read(row!);
  }

  /** @throws TypeError if `show` decides on each record; RangeError for too many groups */
  async group<Result, Value>(
    aggregate: Aggregate<Result>,
    column: CompiledColumn,
    { keys, where }: RecordGroupOptions<never, Value>,
  ): Promise<ReadonlyMap<Value, Result>> {
    const among = keys && this.resolve(matching({ [column.property]: keys } as never));
    const condition = allOf([await this.countable(where), among ?? EVERYTHING]);
    const { resource, dialect } = this;
    const max = MAX_GROUPS + 1;
    const { values, sql } = groupedSql(aggregate, column, resource.table, condition, max, dialect);
    const rows = await this.source.connection.query(sql(), values, { rows: max });
    if (rows.length > MAX_GROUPS)
      throw new RangeError(
        `The records of ${resource.name} have more than ${MAX_GROUPS} values of "${column.property}". ` +
          'Pass "keys", or narrow the records with "where".',
      );
    const read = entityReader(column) ?? ((value: unknown) => value);
    return new Map(
      rows.map(([value, ...rest]) => [(read(value) ?? null) as Value, aggregate.read(rest)]),
    );
  }

  private get dialect() {
    return dialects[this.source.database.dialect];
  }

  /**
   * Returns the rows that the user may see and the condition selects. Related records that the
   * condition mentions count only if the user may see them, as in a filter.
   */
  private async visible(where: ConditionNode | undefined): Promise<ResolvedCondition> {
    const { authorizer, resource } = this;
    const wanted = where ? this.resolve(where) : EVERYTHING;
    if (!(await authorizer.mayIndex(resource))) return NOTHING;
    if (!(await canShowAny(authorizer, resource))) return NOTHING;
    return allOf([authorizer.scope(resource), wanted]);
  }

  private countable(where: ConditionNode | undefined): Promise<ResolvedCondition> {
    if (hasRecordPolicy(this.resource))
      throw new TypeError(
        `The records of ${this.resource.name} cannot be counted, added or grouped: "show" of its ` +
          'policy decides on each record, which SQL cannot. Use find(), or move the condition to "scope".',
      );
    return this.visible(where);
  }

  private resolve(node: ConditionNode): ResolvedCondition {
    const scopeOf = (other: CompiledResource) => this.authorizer.scope(other);
    return resolveCondition(node, this.resource, scopeOf, scopeOf);
  }

  private async plan(where: ConditionNode | undefined): Promise<NodePlan> {
    const { resource } = this;
    const { keyColumn, table } = resource;
    const columns = [
      keyColumn,
      ...[...table.columns.values()].filter((each) => each !== keyColumn),
    ];
    return {
      resource,
      select: columns,
      policyColumns: columns,
      attributes: [],
      computed: [],
      computedAttributes: [],
      relations: [],
      aggregated: [],
      pivots: [],
      scope: await this.visible(where),
      narrowing: EVERYTHING,
      order: { terms: [keyTerm(resource, true)], joins: [] },
    };
  }

  private orderOf({ orderBy = {} }: RecordFindOptions<never>): ResolvedOrder {
    const { resource } = this;
    const terms = Object.entries(orderBy).map(([property, direction]) => {
      verifyDirection(property, direction);
      const column = getSortedColumn(resource, property);
      const descending = direction === 'desc';
      return { column, path: [], of: 'row' as const, descending, nullable: column.nullable };
    });
    const end = terms.findIndex(({ column }) => column === resource.keyColumn);
    return end < 0
      ? { terms: [...terms, keyTerm(resource, true)], joins: [] }
      : { terms: terms.slice(0, end + 1), joins: [] };
  }

  private bounds(): Bounds {
    const { limits } = this.source.options;
    return {
      ...showFilters(this.authorizer, this.source.entities),
      budget: new RowBudget(limits.rowBudget),
      bytes: new ByteBudget(limits.responseBytes, null),
    };
  }

  /** The limits of requests concern the code that reads, not its client. */
  private explained(error: unknown): unknown {
    const { resource, source } = this;
    const { rowBudget, responseBytes } = source.options.limits;
    if (error instanceof TooManyBytes)
      return new RangeError(
        `The records of ${resource.name} take more than ${2 * responseBytes} bytes. Use a smaller "take".`,
      );
    if (error instanceof RequestError && error.code === 'invalid_query')
      return new RangeError(
        `"show" refuses so many records of ${resource.name} that a page would read more than ` +
          `${rowBudget}. Narrow the records with "where", or move the condition to "scope".`,
      );
    return error;
  }
}

function verifyPage(take: number, skip: number): void {
  if (!Number.isInteger(take) || take < 1 || take > MAX_TAKE)
    throw new RangeError(`"take" must be an integer from 1 to ${MAX_TAKE}, not ${take}.`);
  if (!Number.isSafeInteger(skip) || skip < 0)
    throw new RangeError(`"skip" must be an integer from 0, not ${skip}.`);
}

function verifyDirection(property: string, direction: unknown): void {
  if (direction !== 'asc' && direction !== 'desc')
    throw new TypeError(`The order by "${property}" must be "asc" or "desc".`);
}
