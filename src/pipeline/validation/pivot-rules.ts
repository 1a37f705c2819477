import type { RelationOptions } from '../../definition/contracts/options.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { CompiledColumn, PivotRelation } from '../../registry/resources/compiled-resource.js';
import { derivedMessages, deriveValueRules } from '../../registry/resources/derive-rules.js';
import { compileRules, type RuleSource } from '../../rules/check/compile-rules.js';
import type { RuleSet } from '../../rules/entries/rule-context.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import { kinds } from './resource-rules.js';

type RulesByField = ReturnType<NonNullable<RelationOptions['validationCallback']>>;

const MAX_SETS = 100;
const known = new WeakMap<PivotRelation, PivotRules>();

/** Returns the rules for these pivot values, from the relation's `validationCallback`. */
export function pivotRulesOf(
  relation: PivotRelation,
  request: ResourceRequest,
  given: Readonly<Record<string, unknown>>,
): RuleSet {
  const rules = known.get(relation) ?? new PivotRules(relation);
  known.set(relation, rules);
  return rules.setOf(relation.options.validationCallback?.(request, given) ?? {});
}

/**
 * The rules of one relation's pivot values. A callback returns new but mostly equal rules for each
 * request, so they are compiled once per content. The oldest of more than 100 is removed.
 */
class PivotRules {
  private readonly sets = new Map<string, RuleSet>();

  constructor(private readonly relation: PivotRelation) {}

  setOf(rules: RulesByField): RuleSet {
    const content = JSON.stringify(Object.entries(rules), withIdentities);
    const known = this.sets.get(content);
    if (known) return known;
    if (this.sets.size >= MAX_SETS) this.sets.delete(this.sets.keys().next().value!);
    const set = compileRules(pivotSources(this.relation, rules));
    this.sets.set(content, set);
    return set;
  }
}

/** Returns the rules of pivot values by name, including those that their columns imply. */
export function pivotSources(
  { pivots, options: { messages = {} } }: PivotRelation,
  rules: RulesByField,
): Readonly<Record<string, RuleSource>> {
  const columns = new Map(pivots.map(({ name, column }) => [name, column]));
  const names = new Set([...columns.keys(), ...Object.keys(rules)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const { messages: derived, ...source } = sourceOf(rules[name] ?? [], columns.get(name));
      return [name, { ...source, messages: { ...derived, ...messages[name] } }];
    }),
  );
}

function sourceOf(rules: readonly RuleSpec[], column: CompiledColumn | undefined): RuleSource {
  if (!column) return { rules };
  const kind = column.holdsKey ? undefined : kinds[column.type];
  const derived = deriveValueRules(column, rules);
  const nullable: readonly RuleSpec[] = rules.length === 0 && column.nullable ? ['nullable'] : [];
  return {
    rules: [...rules, ...derived, ...nullable],
    messages: derivedMessages(derived),
    ...(kind && { kind }),
  };
}

const identities = new WeakMap<object, string>();
let identified = 0;

/** A rule that was built with a function is the same as another only if the function is. */
function withIdentities(_name: string, value: unknown): unknown {
  if (typeof value !== 'function') return value;
  const identity = identities.get(value) ?? `function ${++identified}`;
  identities.set(value, identity);
  return identity;
}
