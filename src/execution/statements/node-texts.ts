import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../../planning/query-plan.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { conditionShape, conditionText } from './condition-text.js';
import { typeText } from './join-text.js';

/**
 * The text of each node's statement, kept by its shape: it is built once, and values are bound.
 *
 * @cost one text a shape; shapes are bounded by what definitions declare and callers combine, so the oldest go first
 */
export class NodeTexts {
  private readonly texts = new Map<string, string>();

  constructor(private readonly dialect: Dialect) {}

  page(plan: PagePlan): string {
    return this.text(`page ${shapeOf(plan)}`, () => this.dialect.page(this.pageParts(plan)));
  }

  count(plan: NodePlan): string {
    return this.text(`count ${plan.resource.key} ${conditionShape(plan.scope)}`, () => {
      const { table, conditions } = this.pageParts(plan);
      return `select count(*) from ${table} t${conditions('t')}`;
    });
  }

  record(plan: RecordPlan): string {
    return this.text(`record ${shapeOf(plan)}`, () => {
      const { table, columns } = this.pageParts(plan);
      return `select ${columns('t')} from ${table} t where ${named(this.dialect, plan.resource.keyColumn, 't')} = ${this.dialect.bound}${this.scope(plan)('t')}`;
    });
  }

  /** The related rows of several parents; the parent's key ends each row. */
  ofMany(plan: RelationPlan): string {
    return this.text(`many ${relationShape(plan)}`, () => this.relationText(plan));
  }

  /** The related rows of one parent: alike on every database, and cheaper than a list of one. */
  ofOne(plan: RelationPlan): string {
    return this.text(`one ${relationShape(plan)}`, () => this.oneText(plan));
  }

  private relationText(plan: RelationPlan): string {
    const { join } = plan.relation;
    if (join.lies === 'here') return this.hereText(plan);
    return join.lies === 'there'
      ? this.dialect.there(this.thereParts(plan))
      : this.dialect.pivot(this.pivotParts(plan));
  }

  /** At most one row a key, so that nothing has to be cut. */
  private hereText(plan: RelationPlan): string {
    const { join, resource } = plan.relation;
    if (join.lies !== 'here') throw new TypeError(`${plan.relation.key} does not lie here.`);
    const { dialect } = this;
    return (
      `select ${this.columns(plan)('t')}, ${dialect.listed} from ${dialect.keyList(join.target)}` +
      ` join ${dialect.quote(resource.table.name)} t on ${named(dialect, join.target, 't')} = ${dialect.listed}${this.scope(plan)('t')}`
    );
  }

  private oneText(plan: RelationPlan): string {
    const { dialect } = this;
    const { join } = plan.relation;
    const { table, columns, order } = this.commonParts(plan);
    const scope = this.scope(plan);
    if (join.lies === 'here')
      return `select ${columns('t')} from ${table} t where ${named(dialect, join.target, 't')} = ${dialect.bound}${scope('t')}`;
    const end = (ties = '') => ` order by ${order('t')}${ties} limit ${dialect.bound}`;
    if (join.lies === 'there') {
      const { column, type } = join;
      return `select ${columns('t')} from ${table} t where ${named(dialect, column, 't')} = ${dialect.bound}${typeText(type, 't', dialect)}${scope('t')}${end()}`;
    }
    const { related, pivots, ties } = this.pivotParts(plan);
    return (
      `select ${columns('t')}${pivots('m')} from ${dialect.quote(join.table.name)} m` +
      ` join ${table} t on ${named(dialect, join.target, 't')} = ${related('m')}` +
      ` where ${named(dialect, join.parent, 'm')} = ${dialect.bound}${typeText(join.type, 'm', dialect)}${scope('t')}${end(ties('m'))}`
    );
  }

  private pageParts(plan: NodePlan) {
    const { resource, scope } = plan;
    return {
      ...this.commonParts(plan),
      key: resource.keyColumn,
      conditions: (alias: string) =>
        scope.kind === 'everything' ? '' : ` where ${conditionText(scope, alias, this.dialect)}`,
    };
  }

  private thereParts(plan: RelationPlan) {
    const { join, resource } = plan.relation;
    if (join.lies !== 'there') throw new TypeError(`${plan.relation.key} does not lie there.`);
    const scope = this.scope(plan);
    return {
      ...this.commonParts(plan),
      key: resource.keyColumn,
      column: join.column,
      conditions: (alias: string) => typeText(join.type, alias, this.dialect) + scope(alias),
    };
  }

  private pivotParts(plan: RelationPlan) {
    const { join, resource, pivots } = plan.relation;
    if (join.lies !== 'pivot') throw new TypeError(`${plan.relation.key} has no pivot.`);
    const { dialect } = this;
    const rowKeys = join.table.keys.filter((key) => key !== join.parent && key !== join.type?.column);
    return {
      ...this.commonParts(plan),
      key: resource.keyColumn,
      pivot: dialect.quote(join.table.name),
      pivotKeys: join.table.keys,
      rowKeys,
      parent: join.parent,
      related: (alias: string) =>
        dialect.castKey(named(dialect, join.related, alias), join.related.type, join.target.type),
      pivots: (alias: string) => pivots.map(({ column }) => `, ${dialect.read(column, alias)}`).join(''),
      conditions: this.scope(plan),
      pivotConditions: (alias: string) => typeText(join.type, alias, dialect),
      ties: (alias: string) =>
        rowKeys.flatMap((key) => (key === join.related ? [] : `, ${named(dialect, key, alias)} desc`)).join(''),
    };
  }

  private commonParts(plan: NodePlan) {
    return {
      table: this.dialect.quote(plan.resource.table.name),
      columns: this.columns(plan),
      order: this.order(plan),
    };
  }

  private columns({ select }: NodePlan) {
    return (alias: string) => select.map((column) => this.dialect.read(column, alias)).join(', ');
  }

  /** The default order: by key, descending. @contract C5.5 */
  private order({ resource: { keyColumn } }: NodePlan) {
    return (alias: string) => `${this.dialect.sortable(named(this.dialect, keyColumn, alias), keyColumn)} desc`;
  }

  private scope({ scope }: NodePlan) {
    return (alias: string) => (scope.kind === 'everything' ? '' : ` and ${conditionText(scope, alias, this.dialect)}`);
  }

  private text(shape: string, build: () => string): string {
    const known = this.texts.get(shape);
    if (known !== undefined) return known;
    if (this.texts.size >= MOST_TEXTS) this.texts.delete(this.texts.keys().next().value!);
    const text = build();
    this.texts.set(shape, text);
    return text;
  }
}

const MOST_TEXTS = 2_000;

function shapeOf({ resource, select, scope }: NodePlan): string {
  let shape = resource.key;
  for (const column of select) shape += `,${column.name}`;
  return `${shape} ${conditionShape(scope)}`;
}

const relationShape = (plan: RelationPlan): string => `${plan.relation.owner}.${plan.relation.key} ${shapeOf(plan)}`;
