import type { NodePlan, PagePlan, RecordPlan, RelationPlan } from '../../planning/query-plan.js';
import type { CompiledColumn, CompiledRelation, ValueType } from '../../registry/compiled-resource.js';
import { bindKey, type Dialect } from '../dialects/dialect.js';
import { conditionValues } from './condition-text.js';
import { NodeTexts } from './node-texts.js';
import type { ReadStatement } from './read-statement.js';

/** The statements of a plan's nodes, with their values in the order of their texts. */
export class NodeStatements {
  private readonly texts: NodeTexts;

  constructor(private readonly dialect: Dialect) {
    this.texts = new NodeTexts(dialect);
  }

  page(plan: PagePlan): ReadStatement {
    const values = [...this.scopeOf(plan), plan.size, (plan.number - 1) * plan.size];
    return { text: this.texts.page(plan), values, types: typesOf(plan.select) };
  }

  /** The total of a page's scope; the row's only value. */
  count(plan: NodePlan): ReadStatement {
    return { text: this.texts.count(plan), values: this.scopeOf(plan), types: COUNT };
  }

  record(plan: RecordPlan): ReadStatement {
    const values = [bindKey(plan.key, plan.resource.keyColumn), ...this.scopeOf(plan)];
    return { text: this.texts.record(plan), values, types: typesOf(plan.select) };
  }

  /**
   * The related rows of the parents with these joining values; with more than one of them, each row ends with the value
   * of its parent.
   */
  related(plan: RelationPlan, keys: readonly unknown[], limit = plan.limit): ReadStatement {
    const column = parentColumn(plan.relation);
    const isOne = keys.length === 1;
    const values = [isOne ? bindKey(keys[0], column) : this.dialect.bindList(keys, column)];
    conditionValues(plan.scope, this.dialect, values);
    if (plan.relation.join.lies !== 'here') values.push(limit);
    const pivots = plan.relation.pivots.map((pivot) => pivot.column);
    const types = typesOf([...plan.select, ...pivots, ...(isOne ? [] : [column])]);
    return { text: isOne ? this.texts.ofOne(plan) : this.texts.ofMany(plan), values, types };
  }

  private scopeOf({ scope }: NodePlan): unknown[] {
    return conditionValues(scope, this.dialect);
  }
}

const COUNT: readonly ValueType[] = ['bigint'];

const typesOf = (columns: readonly CompiledColumn[]): readonly ValueType[] => columns.map(({ type }) => type);

/** The column that is compared with the parents' values. */
function parentColumn({ join }: CompiledRelation): CompiledColumn {
  if (join.lies === 'here') return join.target;
  return join.lies === 'there' ? join.column : join.parent;
}
