import { ColumnReference, type ConditionNode } from '../definition/condition.js';
import type { CompiledColumn, CompiledRelation, CompiledResource } from '../registry/compiled-resource.js';
import { camelCase, findByWireName } from '../registry/names.js';
import { allOf, anyOf, EVERYTHING, NOTHING, type ResolvedCondition } from './resolved-condition.js';

/** The rows of another resource that the user may see. */
export type ScopeOf = (resource: CompiledResource) => ResolvedCondition;

/**
 * Turns the names of a condition into columns and joins, and what is visible through a relation or morph into the
 * scopes of the resources there.
 *
 * @throws TypeError when the condition names what the resource does not have
 */
export function resolveCondition(node: ConditionNode, resource: CompiledResource, scopeOf: ScopeOf): ResolvedCondition {
  const resolve = (inner: ConditionNode) => resolveCondition(inner, resource, scopeOf);
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
      return existsThrough(getRelation(resource, node.relation), node.condition, scopeOf);
    case 'visible':
      return through(resource, node.through, scopeOf);
    case 'present':
      return through(resource, node.through, notDeleted);
    case 'sql':
      return { kind: 'sql', parts: node.parts, values: node.values.map((value) => resolveSqlValue(resource, value)) };
  }
}

/** The rows that are not soft-deleted. @contract C4.5 */
export function notDeleted({ table: { deletedAt } }: CompiledResource): ResolvedCondition {
  return deletedAt ? { kind: 'compare', column: deletedAt, comparison: 'eq', value: null } : EVERYTHING;
}

function existsThrough(
  { join, resource }: CompiledRelation,
  condition: ConditionNode,
  scopeOf: ScopeOf,
): ResolvedCondition {
  const wanted = allOf([resolveCondition(condition, resource, scopeOf), notDeleted(resource)]);
  return { kind: 'related', join, table: resource.table, condition: wanted };
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
  return value instanceof ColumnReference ? { column: getColumn(resource, value.property) } : { value };
}

function getColumn(resource: CompiledResource, property: string): CompiledColumn {
  const column = findByWireName(resource.table.columns, property);
  if (!column)
    throw new TypeError(`A condition on ${resource.name} names "${property}", which is no column of its entity.`);
  return column;
}

function getRelation(resource: CompiledResource, name: string): CompiledRelation {
  for (const relation of resource.relations.values()) {
    if (relation.form !== 'relation') continue;
    const relationship = relation.options.relationship ?? relation.key;
    if ([relation.key, relationship, camelCase(relationship)].includes(name)) return relation;
  }
  throw new TypeError(`A condition on ${resource.name} goes through "${name}", which is no relation or morph of it.`);
}
