import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../../planning/query-plan.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { relationTextOf } from '../relations/index.js';
import { conditionShape, conditionText } from './condition-text.js';
import { partsOf } from './node-parts.js';

const MOST_TEXTS = 2_000;

/**
 * The text of each node's statement, kept by its shape: it is built once, and values are bound. Shapes are bounded by
 * what definitions declare and callers combine; past 2,000 the oldest goes first.
 */
export class NodeTexts {
  private readonly texts = new Map<string, string>();

  constructor(private readonly dialect: Dialect) {}

  page(plan: PagePlan): string {
    return this.text(`page ${shapeOf(plan)}`, () =>
      this.dialect.page({ ...partsOf(plan, this.dialect), conditions: this.whereScope(plan) }),
    );
  }

  count(plan: NodePlan): string {
    return this.text(
      `count ${plan.resource.key} ${conditionShape(plan.scope)}`,
      () => `select count(*) from ${partsOf(plan, this.dialect).table} t${this.whereScope(plan)('t')}`,
    );
  }

  record(plan: RecordPlan): string {
    return this.text(`record ${shapeOf(plan)}`, () => {
      const { dialect, table, key, columns, scope } = partsOf(plan, this.dialect);
      return `select ${columns('t')} from ${table} t where ${named(dialect, key, 't')} = ${dialect.bound}${scope('t')}`;
    });
  }

  /** The related rows of several parents; the parent's value ends each row. */
  ofMany(plan: RelationPlan): string {
    const { join } = plan.relation;
    return this.text(`many ${relationShape(plan)}`, () =>
      relationTextOf(join).ofMany(partsOf(plan, this.dialect), join, plan),
    );
  }

  /** The related rows of one parent. */
  ofOne(plan: RelationPlan): string {
    const { join } = plan.relation;
    return this.text(`one ${relationShape(plan)}`, () =>
      relationTextOf(join).ofOne(partsOf(plan, this.dialect), join, plan),
    );
  }

  private whereScope({ scope }: NodePlan) {
    return (alias: string) =>
      scope.kind === 'everything' ? '' : ` where ${conditionText(scope, alias, this.dialect)}`;
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

/** What two nodes have in common when their texts are the same. */
function shapeOf({ resource, select, scope }: NodePlan): string {
  let shape = resource.key;
  for (const column of select) shape += `,${column.name}`;
  return `${shape} ${conditionShape(scope)}`;
}

const relationShape = (plan: RelationPlan): string => `${plan.relation.owner}.${plan.relation.key} ${shapeOf(plan)}`;
