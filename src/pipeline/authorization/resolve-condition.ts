import { ColumnReference, type ConditionNode } from '../../definition/contracts/condition.js';
import type {
  CompiledColumn,
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { camelCase, findByWireName } from '../../registry/resources/names.js';
import { allOf, anyOf, EVERYTHING, NOTHING, type ResolvedCondition } from './resolved-condition.js';

/** Returns the condition for the rows of another resource that the user may see. */
export type ScopeOf = (resource: CompiledResource) => ResolvedCondition;

/**
 * Turns the names of a condition into columns and joins, and `visible` through a relation or morph
 * into the scopes of the related resources. The condition is the application's, so it can use every
 * relation, also those that are hidden from the caller.
 *
 * @param reachable which rows of other resources `exists` and `present` count; defaults to those
 * that are not soft-deleted
 * @throws TypeError when the resource does not have a name of the condition
 */
export function resolveCondition(
  node: ConditionNode,
  resource: CompiledResource,
  scopeOf: ScopeOf,
  reachable: ScopeOf = notDeleted,
): ResolvedCondition {
  const resolve = (inner: ConditionNode) => resolveCondition(inner, resource, scopeOf, reachable);
  switch (node.kind) {
    case 'everything':
      return EVERYTHING;
    case 'nothing':
      return NOTHING;
    case 'compare':
      return {
        kind: 'compare',
        column: getColumn(resource, node.property),
        comparison: node.comparison,
        value: node.value,
      };
    case 'and':
      return allOf(node.conditions.map(resolve));
    case 'or':
      return anyOf(node.conditions.map(resolve));
    case 'not':
      return { kind: 'not', condition: resolve(node.condition) };
    case 'exists':
      return existsThrough(getRelation(resource, node.relation), node, scopeOf, reachable);
    case 'visible':
      return through(resource, node.through, scopeOf);
    case 'present':
      return through(resource, node.through, reachable);
    case 'holds':
      return {
        kind: 'holds',
        column: getColumn(resource, node.property),
        place: node.place,
        text: node.text,
      };
    case 'sql':
      return {
        kind: 'sql',
        parts: node.parts,
        values: node.values.map((value) => resolveSqlValue(resource, value)),
      };
  }
}

/** Returns the condition for rows that are not soft-deleted. @contract C4.5 */
export function notDeleted({ table: { deletedAt } }: CompiledResource): ResolvedCondition {
  return deletedAt
    ? { kind: 'compare', column: deletedAt, comparison: 'eq', value: null }
    : EVERYTHING;
}

function existsThrough(
  { join, resource }: CompiledRelation,
  { condition, atLeast }: Extract<ConditionNode, { kind: 'exists' }>,
  scopeOf: ScopeOf,
  reachable: ScopeOf,
): ResolvedCondition {
  if (atLeast !== undefined && atLeast < 1) return EVERYTHING;
  const wanted = allOf([
    resolveCondition(condition, resource, scopeOf, reachable),
    reachable(resource),
  ]);
  return {
    kind: 'related',
    join,
    table: resource.table,
    condition: wanted,
    ...(atLeast !== undefined && { atLeast }),
  };
}

function through(resource: CompiledResource, name: string, scopeOf: ScopeOf): ResolvedCondition {
  const targets = resource.morphs.get(name) ?? [getRelation(resource, name)];
  return anyOf(
    targets.map((target) => ({
      kind: 'related',
      join: target.join,
      table: target.resource.table,
      condition: scopeOf(target.resource),
    })),
  );
}

function resolveSqlValue(resource: CompiledResource, value: unknown) {
  return value instanceof ColumnReference
    ? { column: getColumn(resource, value.property) }
    : { value };
}

function getColumn(resource: CompiledResource, property: string): CompiledColumn {
  const column = findByWireName(resource.table.columns, property);
  if (!column)
    throw new TypeError(
      `A condition on ${resource.name} uses "${property}", which is not a column of its entity.`,
    );
  return column;
}

function getRelation(resource: CompiledResource, name: string): CompiledRelation {
  for (const relation of resource.full.relations.values()) {
    if (relation.form !== 'relation') continue;
    const relationship = relation.options.relationship ?? relation.key;
    if ([relation.key, relationship, camelCase(relationship)].includes(name)) return relation;
  }
  throw new TypeError(
    `A condition on ${resource.name} uses "${name}", which is not a relation or morph of it.`,
  );
}
