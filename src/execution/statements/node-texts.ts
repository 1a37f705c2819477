import type { ResolvedOrder } from '../../authorization/resolved-order.js';
import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../../planning/query-plan.js';
import type { CompiledRelation } from '../../registry/compiled-resource.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { relationTextOf } from '../relations/index.js';
import { nestedText } from '../nested/nested-text.js';
import { nestedShape } from '../nested/nested-values.js';
import type { RelatedRows } from '../relations/relation-text.js';
import { afterPiece } from './after-text.js';
import { conditionShape } from './condition-text.js';
import { partsOf, type NodeParts } from './node-parts.js';
import { orderShape } from './order-text.js';

const MOST_TEXTS = 2_000;

/**
 * The text of each node's statement, kept by its shape: it is built once, and values are bound.
 * Shapes are bounded by what definitions declare and callers combine; past 2,000 the oldest goes
 * first.
 */
export class NodeTexts {
  private readonly texts = new Map<string, string>();

  constructor(private readonly dialect: Dialect) {}

  page(plan: PagePlan, isCounted: boolean): string {
    const most = roundedUp(plan.size + 1);
    return this.text(`page ${isCounted ? 'counted ' : ''}${most} ${pageShape(plan)}`, () => {
      const parts = this.partsOfPage(plan);
      const isTold = plan.place.by === 'cursor';
      if (plan.parent) return this.relatedPage(parts, plan.parent.relation, isTold);
      const conditions = (alias: string) => whereText(parts.conditions(alias));
      return this.dialect.page({ ...parts, conditions, isTold, isCounted, most });
    });
  }

  count(plan: PagePlan): string {
    return this.text(`count ${parentShape(plan)} ${plan.resource.key} ${askedShape(plan)}`, () => {
      const parts = partsOf({ ...plan, order: UNORDERED }, this.dialect);
      const { from, where } = plan.parent
        ? relatedTo(plan.parent.relation, parts)
        : { from: `${parts.table} t`, where: whereText(parts.conditions('t')) };
      return `select count(*) from ${from}${where}`;
    });
  }

  record(plan: RecordPlan): string {
    return this.text(`record ${shapeOf(plan)}`, () => {
      const { dialect, table, key, columns, conditions } = this.mainParts(plan);
      return `select ${columns('t')} from ${table} t where ${named(dialect, key, 't')} = ${dialect.bound}${conditions('t')}`;
    });
  }

  /** The related rows of several parents; the parent's value ends each row. */
  ofMany(plan: RelationPlan): string {
    const { join } = plan.relation;
    return this.text(`many ${relationShape(plan)}`, () =>
      relationTextOf(join).ofMany(partsOf(plan, this.dialect), join),
    );
  }

  /** The related rows of one parent. */
  ofOne(plan: RelationPlan): string {
    return this.text(`one ${relationShape(plan)}`, () => {
      const parts = partsOf(plan, this.dialect);
      const { from, where, ties } = relatedTo(plan.relation, parts);
      const ordered =
        ties === null
          ? ''
          : ` order by ${parts.sorted.order('t')}${ties} limit ${this.dialect.bound}`;
      return `select ${parts.columns('t')}${parts.pivots()} from ${from}${where}${ordered}`;
    });
  }

  /** A page of one parent's related rows: the order tells links of one pair apart already. */
  private relatedPage(parts: NodeParts, relation: CompiledRelation, isTold: boolean): string {
    const { from, where } = relatedTo(relation, parts);
    const told = isTold ? parts.sorted.columns('t') : '';
    return (
      `select ${parts.columns('t')}${parts.pivots()}${told} from ${from}${where}` +
      ` order by ${parts.sorted.order('t')} limit ${this.dialect.bound} offset ${this.dialect.bound}`
    );
  }

  /** The rows of main records end with what the database writes of their relations. */
  private mainParts(plan: NodePlan): NodeParts {
    const parts = partsOf(plan, this.dialect);
    const texts = (alias: string) =>
      plan.nested.map((relation) => `, ${nestedText(relation, alias, this.dialect)}`);
    return { ...parts, columns: (alias) => parts.columns(alias) + texts(alias).join('') };
  }

  private partsOfPage(plan: PagePlan): NodeParts {
    const parts = this.mainParts(plan);
    const { place, order } = plan;
    if (place.by !== 'cursor' || place.after === null) return parts;
    const { after } = place;
    const text = (alias: string) => afterPiece(order, after, alias, this.dialect).text;
    return { ...parts, conditions: (alias) => `${parts.conditions(alias)} and ${text(alias)}` };
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

/** 100, 1,000, …: what a page of that size fits into. */
const roundedUp = (size: number): number => Math.max(100, 10 ** Math.ceil(Math.log10(size)));

/** What is counted needs no order. */
const UNORDERED: ResolvedOrder = { terms: [], joins: [] };

/**
 * Where the related rows of one parent lie, with the rows that the order joins, and what they have
 * to meet.
 */
function relatedTo(
  relation: CompiledRelation,
  parts: NodeParts,
): RelatedRows & { readonly where: string } {
  const rows = relationTextOf(relation.join).ofOne(parts, relation.join);
  const from = rows.from + parts.sorted.joins('t');
  return { ...rows, from, where: ` where ${rows.link}${parts.conditions('t')}` };
}

/** ` and a and b` as a whole: ` where a and b`. */
const whereText = (conditions: string): string => conditions.replace(/^ and /, ' where ');

/** What two nodes have in common when their texts are the same. */
function shapeOf(plan: NodePlan): string {
  let shape = plan.resource.key;
  for (const column of plan.select) shape += `,${column.name}`;
  for (const relation of plan.nested) shape += ` ${nestedShape(relation)}`;
  return `${shape} ${askedShape(plan)} ${orderShape(plan.order)}`;
}

const askedShape = ({ scope, narrowing }: NodePlan): string =>
  `${conditionShape(scope)} & ${conditionShape(narrowing)}`;

const relationShape = (plan: RelationPlan): string => `${nameOf(plan.relation)} ${shapeOf(plan)}`;

const nameOf = ({ owner, key }: CompiledRelation): string => `${owner}.${key}`;

const parentShape = ({ parent }: PagePlan): string => (parent ? nameOf(parent.relation) : '');

/** A cursor's nulls are in its text. */
function pageShape(plan: PagePlan): string {
  const { place } = plan;
  const begins =
    place.by === 'number'
      ? ''
      : `after ${place.after?.map((value) => value === null).join() ?? ''}`;
  return `${parentShape(plan)} ${begins} ${shapeOf(plan)}`;
}
