import { Inject, Injectable } from '@nestjs/common';
import type { EntityMetadata } from 'typeorm';
import { invalidQuery } from '../../base/errors/index.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../database/connection/database.js';
import { EntityReader } from '../../database/read/entity-reader.js';
import type { LoadedNode, LoadedRelation } from '../../database/read/loaded.js';
import { RecordLoader } from '../../database/read/record-loader.js';
import { ByteBudget, TooManyBytes } from '../../database/read/byte-budget.js';
import { RowBudget } from '../../database/read/row-budget.js';
import type { ExactRow } from '../../database/write/exact-rows.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { NodePlan } from '../../pipeline/planning/query-plan.js';
import { camelCase } from '../../registry/resources/names.js';
import type { Planned } from '../records/reading/read-plans.js';
import type { ActionSelection } from './action-selection.js';

type Properties = Record<string, unknown>;

/** Records as a handler receives them. */
export interface ReceivedRecords {
  readonly records: readonly object[];
  /**
   * Returns a record as it was read, without the handler's changes; `undefined` for a record that
   * the handler did not receive. It is an entity if a hook receives it, otherwise only a state.
   */
  originalOf(record: object): object | undefined;
  /**
   * Returns a received record as the database had it before the handler; `null` unless its changes
   * can be reverted.
   */
  exactOf(record: object): ExactRow | null;
  /** The properties that contain related records, for the records and their related records. */
  readonly related: ReadonlyMap<object, readonly string[]>;
}

type RelatedProperties = Map<object, string[]>;

/** Builds entities from locked rows, and sets the included related records on them. */
@Injectable()
export class ActionRecords {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly loader: RecordLoader,
    private readonly entities: EntityReader,
  ) {}

  /**
   * @throws RequestError `invalid_query` if the related records of one chunk are too many or too
   * large
   */
  async receive(
    transaction: Transaction,
    { plan, kept }: ActionSelection,
    rows: readonly Row[],
    { bounds }: Planned,
  ): Promise<ReceivedRecords> {
    const related: RelatedProperties = new Map();
    const records = await this.build(transaction, plan, rows, bounds, related);
    const positions = new Map(records.map((record, at) => [record, at]));
    let originals: readonly object[] | undefined;
    const originalOf = (record: object) => {
      const at = positions.get(record);
      return at === undefined ? undefined : (originals ??= this.statesOf(plan, rows))[at];
    };
    const exactOf = (record: object) =>
      kept?.rowIn(rows[positions.get(record)!]!, plan.select.length) ?? null;
    return { records, originalOf, exactOf, related };
  }

  private statesOf(plan: NodePlan, rows: readonly Row[]): readonly object[] {
    return plan.resource.full.hooks.updating
      ? this.entities.read(plan, rows)
      : this.entities.readStates(plan, rows);
  }

  private async build(
    transaction: Transaction,
    plan: NodePlan,
    rows: readonly Row[],
    bounds: Planned['bounds'],
    related: RelatedProperties,
  ): Promise<readonly object[]> {
    if (plan.relations.length === 0 || rows.length === 0) return this.entities.read(plan, rows);
    const { rowBudget, responseBytes } = this.options.limits;
    const budget = new RowBudget(rowBudget, false);
    const bytes = new ByteBudget(responseBytes, null);
    const loading = this.loader.within(transaction).below(plan, rows, { ...bounds, budget, bytes });
    return this.withRelated(
      await loading.catch((error: unknown) => refuseTooManyBytes(error, responseBytes)),
      related,
    );
  }

  /** Returns the records of a node, in the order of its rows. */
  private withRelated(node: LoadedNode, related: RelatedProperties): readonly object[] {
    const records = this.entities.read(node.plan, node.rows);
    for (const relation of node.relations) this.setRelated(node, relation, records, related);
    return records;
  }

  private setRelated(
    node: LoadedNode,
    { plan, byParent, ...loaded }: LoadedRelation,
    parents: readonly object[],
    related: RelatedProperties,
  ): void {
    const property = this.propertyOf(
      node.plan,
      plan.relation.options.relationship ?? plan.relation.key,
    );
    const records = this.withRelated({ plan, ...loaded }, related);
    const byKey = new Map(loaded.rows.map(([key], at) => [key, records[at]!]));
    parents.forEach((parent, at) => {
      const rows = byParent.get(String(node.rows[at]![plan.parentIndex])) ?? [];
      const own = rows.map(([key]) => byKey.get(key)!);
      (parent as Properties)[property] = plan.relation.many ? own : (own[0] ?? null);
      related.set(parent, [...(related.get(parent) ?? []), property]);
    });
  }

  /**
   * Returns the property of a relation: the one with its name, or with its name in camelCase.
   * @contract C1.8
   */
  private propertyOf({ resource }: NodePlan, name: string): string {
    const { relations }: EntityMetadata = this.database.dataSource.getMetadata(
      resource.table.entity,
    );
    const names = relations.map(({ propertyName }) => propertyName);
    return names.includes(name) || !names.includes(camelCase(name)) ? name : camelCase(name);
  }
}

function refuseTooManyBytes(error: unknown, max: number): never {
  if (!(error instanceof TooManyBytes)) throw error;
  throw invalidQuery(
    'include',
    `The related records of one chunk take more than ${max} bytes. Ask for fewer relations.`,
  );
}
