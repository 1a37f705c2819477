import type { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { decoratedProperties } from '../../../rules/decorated/rules-of-class.js';
import { describeRule } from '../../../rules/entries/describe-rule.js';
import { findRuleFault, siblingsOf, sourceOf } from '../../../rules/compile/find-rule-fault.js';
import type { PayloadRules } from '../../../rules/check/payload-rules.js';
import type { RuleFault } from '../../../rules/compile/resolve-rule.js';
import type { RowSource } from '../../../rules/entries/rule-context.js';
import type { RuleSpec } from '../../../rules/entries/rule-types.js';

/** Yields the faults in the rules of a tool's arguments, and what to write instead. */
export function* findArgumentFaults(
  { rules = {}, payload }: PayloadRules,
  registry: ResourceRegistry,
): Iterable<RuleFault> {
  if (payload && decoratedProperties(payload).length === 0)
    yield {
      wrong: `the payload ${payload.name} has no decorators of class-validator`,
      instead: 'a decorator such as @IsString() on each of its properties',
    };
  const fields = new Set(Object.keys(rules).flatMap(withParents));
  for (const [path, specs] of Object.entries(rules))
    for (const spec of specs)
      for (const { wrong, instead } of faultsOf(spec, fields, registry))
        yield { wrong: `${path}: ${wrong}`, instead };
}

function* faultsOf(
  spec: RuleSpec,
  fields: ReadonlySet<string>,
  registry: ResourceRegistry,
): Iterable<RuleFault> {
  const fault = findRuleFault(spec);
  if (fault) yield fault;
  for (const sibling of siblingsOf(spec))
    if (!fields.has(sibling))
      yield {
        wrong: `the rule "${describeRule(spec)}" names "${sibling}", which is not an argument`,
        instead: [...fields].join(', '),
      };
  const source = sourceOf(spec);
  if (source !== undefined && !hasColumn(source, registry))
    yield {
      wrong: `the rule "${describeRule(spec)}" has no column to look in`,
      instead: 'the key of a resource and one of its fields, such as "exists:users,id"',
    };
}

/** Returns whether the column that a rule names exists. Arguments have no columns of their own. */
function hasColumn(source: RowSource | null, registry: ResourceRegistry): boolean {
  if (source === null || 'own' in source) return false;
  if ('entity' in source)
    return registry.findByEntity(source.entity)?.table.columns.has(source.property) ?? false;
  const resource = registry.find(source.resource);
  return resource !== undefined && (source.field === 'id' || resource.fields.has(source.field));
}

/** Returns a path with its parents: `address.city` implies `address`. */
const withParents = (path: string): readonly string[] =>
  path.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.'));
