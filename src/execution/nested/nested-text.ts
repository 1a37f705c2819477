import type { RelationPlan } from '../../planning/query-plan.js';
import type { CompiledColumn } from '../../registry/compiled-resource.js';
import { named, type Dialect } from '../dialects/dialect.js';
import { linkTies } from '../relations/pivot.js';
import { joinedFrom } from '../statements/join-text.js';
import { partsOf } from '../statements/node-parts.js';
import { JsonPieces } from './json-pieces.js';

/**
 * The records of a relation below the row `alias`, with everything below them, as an expression
 * that is their JSON text: what `src/serialization/serializer.ts` writes of the same rows. {@link
 * nestedValues} gives what it binds.
 *
 * @param dialect one that writes JSON
 * @param depth how many relations lie between it and the main record, which keeps aliases apart
 */
export function nestedText(plan: RelationPlan, alias: string, dialect: Dialect, depth = 0): string {
  const { relation, resource } = plan;
  const inner = `w${depth}`;
  const parts = partsOf(plan, dialect);
  const json = dialect.json!;
  const { from, on } = joinedFrom(relation.join, resource.table, alias, inner, depth, dialect);
  const ties = relation.join.lies === 'pivot' ? linkTies(relation.join, dialect)(`p${depth}`) : '';
  const texts =
    `select ${recordText(plan, inner, dialect, depth)} j from ${from} where ${on}${parts.conditions(inner)}` +
    ` order by ${parts.sorted.order(inner)}${ties} limit ${dialect.bound}`;
  return relation.many ? json.list(texts) : json.one(texts);
}

/** @contract C3.5 */
function recordText(plan: RelationPlan, alias: string, dialect: Dialect, depth: number): string {
  const { resource, relation, attributes, relations } = plan;
  const json = dialect.json!;
  const value = (column: CompiledColumn, of: string, asNumber = false) =>
    json.value(column, named(dialect, column, of), asNumber)!;
  const pieces = new JsonPieces()
    .json('{"id":')
    .sql(value(resource.keyColumn, alias))
    .json(`,"type":${JSON.stringify(resource.key)},"attributes":`)
    .object(
      attributes.map(({ field }) => [
        field.name,
        value(field.column, alias, field.options.number === true),
      ]),
    );
  if (relations.length > 0)
    pieces
      .json(',"relationships":')
      .object(
        relations.map((below) => [
          below.relation.key,
          nestedText(below, alias, dialect, depth + 1),
        ]),
      );
  if (relation.pivots.length > 0)
    pieces
      .json(',"pivots":')
      .object(relation.pivots.map(({ name, column }) => [name, value(column, `p${depth}`)]));
  return json.concat(pieces.json('}').expressions());
}
