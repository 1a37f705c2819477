import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../../planning/query-plan.js';
import type {
  CompiledColumn,
  CompiledRelation,
  ValueType,
} from '../../registry/compiled-resource.js';
import { bindKey, type Dialect } from '../dialects/dialect.js';
import { nestedValues } from '../nested/nested-values.js';
import { afterPiece } from './after-text.js';
import { askedValues } from './node-parts.js';
import { NodeTexts } from './node-texts.js';
import { joinValues } from './order-text.js';
import type { ReadStatement } from './read-statement.js';

/** The statements of a plan's nodes, with their values in the order of their texts. */
export class NodeStatements {
  private readonly texts: NodeTexts;

  constructor(private readonly dialect: Dialect) {
    this.texts = new NodeTexts(dialect);
  }

  /**
   * A page, with as many rows as are wanted of it: one more than its size tells whether another
   * page follows.
   */
  page(plan: PagePlan, rows = plan.size): ReadStatement {
    return this.pageOf(plan, rows, false);
  }

  /** A page whose rows each end with the total. */
  countedPage(plan: PagePlan): ReadStatement {
    return this.pageOf(plan, plan.size, true);
  }

  private pageOf(plan: PagePlan, rows: number, isCounted: boolean): ReadStatement {
    const { place, order, parent, nested } = plan;
    const offset = place.by === 'number' ? (place.number - 1) * plan.size : 0;
    const part = parent ? [rows, offset] : [offset, rows];
    const told = place.by === 'cursor' ? order.terms.map(({ column }) => column) : [];
    return {
      text: this.texts.page(plan, isCounted),
      values: [
        ...this.nestedOf(plan),
        ...joinValues(order, this.dialect),
        ...this.askedOf(plan),
        ...this.behind(plan),
        ...part,
      ],
      types: [
        ...typesOf([...plan.select, ...pivotsOf(plan), ...told]),
        ...(isCounted ? COUNT : []),
      ],
      nested: nested.length,
      rows,
    };
  }

  /** The total of a page; the row's only value. */
  count(plan: PagePlan): ReadStatement {
    return {
      text: this.texts.count(plan),
      values: this.askedOf(plan),
      types: COUNT,
      nested: 0,
      rows: 1,
    };
  }

  record(plan: RecordPlan): ReadStatement {
    const own = [bindKey(plan.key, plan.resource.keyColumn), ...askedValues(plan, this.dialect)];
    const values = [...this.nestedOf(plan), ...own];
    return {
      text: this.texts.record(plan),
      values,
      types: typesOf(plan.select),
      nested: plan.nested.length,
      rows: 1,
    };
  }

  /**
   * The related rows of the parents with these joining values; with more than one of them, each row
   * ends with the value of its parent.
   */
  related(plan: RelationPlan, keys: readonly unknown[], limit = plan.limit): ReadStatement {
    const column = parentColumn(plan.relation);
    const isOne = keys.length === 1;
    const joined = joinValues(plan.order, this.dialect);
    const values = isOne
      ? [...joined, bindKey(keys[0], column)]
      : [this.dialect.bindList(keys, column), ...joined];
    values.push(...askedValues(plan, this.dialect));
    if (plan.relation.join.lies !== 'here') values.push(limit);
    const types = typesOf([...plan.select, ...pivotsOf(plan), ...(isOne ? [] : [column])]);
    const text = isOne ? this.texts.ofOne(plan) : this.texts.ofMany(plan);
    return { text, values, types, nested: 0, rows: keys.length * limit };
  }

  private nestedOf({ nested }: NodePlan): readonly unknown[] {
    const values: unknown[] = [];
    for (const relation of nested) nestedValues(relation, this.dialect, values);
    return values;
  }

  /** The values of a page's conditions, after that of the parent whose rows it holds. */
  private askedOf(plan: PagePlan): readonly unknown[] {
    const { parent } = plan;
    const asked = askedValues(plan, this.dialect);
    return parent ? [bindKey(parent.value, parentColumn(parent.relation)), ...asked] : asked;
  }

  private behind({ place, order }: PagePlan): readonly unknown[] {
    if (place.by !== 'cursor' || place.after === null) return [];
    return afterPiece(order, place.after, 't', this.dialect).values;
  }
}

const COUNT: readonly ValueType[] = ['bigint'];

const pivotsOf = ({ pivots }: NodePlan): readonly CompiledColumn[] =>
  pivots.map(({ column }) => column);

const typesOf = (columns: readonly CompiledColumn[]): readonly ValueType[] =>
  columns.map(({ type }) => type);

/** The column that is compared with the parents' values. */
function parentColumn({ join }: CompiledRelation): CompiledColumn {
  if (join.lies === 'here') return join.target;
  return join.lies === 'there' ? join.column : join.parent;
}
