import type { RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { named, type ChosenRows, type Dialect } from '../dialects/dialect.js';
import { valuesOf, type Fragment } from './parts/fragment.js';
import { JsonPieces } from './json-pieces.js';
import { joinSql } from './parts/join-sql.js';
import { nodeSql } from './parts/node-sql.js';
import { linkTieBreakers } from './relations/pivot.js';

/** `depth` counts the relations between it and the main record, which keeps aliases apart. */
type NestedFragment = Fragment<[alias: string, depth?: number]>;

/**
 * Returns the records of a relation below the row `alias`, with everything below them, as an
 * expression that is a JSON string: the same as `src/serialization/serializer.ts` writes for these
 * rows.
 *
 * @param dialect a dialect that writes JSON
 */
export function nestedSql(plan: RelationPlan, dialect: Dialect): NestedFragment {
  const { relation, resource, attributes, limit } = plan;
  const json = dialect.json!;
  const node = nodeSql(plan, dialect);
  const below = plan.relations.map((inner) => nestedSql(inner, dialect));
  const names = attributes.map(({ field }) => field.name);
  return {
    key: `${relation.owner}.${relation.key}[${names.join()}] ${node.key}{${below.map(({ key }) => key).join('')}}`,
    values: [...valuesOf(below), ...node.conditions.values, limit],
    sql(alias, depth = 0) {
      const row = `w${depth}`;
      const link = `p${depth}`;
      const { sorted, conditions } = node.parts();
      const { join } = relation;
      const { from, on } = joinSql(join, resource.table, dialect).sql(alias, row, depth);
      const tieBreakers = join.keyOn === 'pivot' ? linkTieBreakers(join, dialect)(link) : '';
      const chosen = json.chosen({
        row,
        others: relation.pivots.map(({ column }) => named(dialect, column, link)),
        from:
          ` from ${from} where ${on}${conditions(row)}` +
          ` order by ${sorted.order(row)}${tieBreakers} limit ${dialect.bound}`,
      });
      const sql = `select ${recordJsonSql(plan, below, chosen, dialect, depth)} j${chosen.from}`;
      return relation.many ? json.list(sql) : json.one(sql);
    },
  };
}

/** @contract C3.5 */
function recordJsonSql(
  { resource, relation, attributes, relations }: RelationPlan,
  below: readonly NestedFragment[],
  { row, others: pivots }: ChosenRows,
  dialect: Dialect,
  depth: number,
): string {
  const json = dialect.json!;
  const value = (column: CompiledColumn, asNumber = false) =>
    json.value(column, named(dialect, column, row), asNumber)!;
  const pieces = new JsonPieces()
    .json('{"id":')
    .sql(value(resource.keyColumn))
    .json(`,"type":${JSON.stringify(resource.key)},"attributes":`)
    .object(
      attributes.map(({ field }) => [
        field.name,
        value(field.column, field.options.number === true),
      ]),
    );
  if (relations.length > 0)
    pieces
      .json(',"relationships":')
      .object(relations.map((inner, at) => [inner.relation.key, below[at]!.sql(row, depth + 1)]));
  if (relation.pivots.length > 0)
    pieces
      .json(',"pivots":')
      .object(
        relation.pivots.map(({ name, column }, at) => [
          name,
          json.value(column, pivots[at]!, false)!,
        ]),
      );
  return json.concat(pieces.json('}').expressions());
}
