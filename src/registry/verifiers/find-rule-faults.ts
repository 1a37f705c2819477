import { findRuleFault, siblingsOf, sourceOf } from '../../rules/compile/find-rule-fault.js';
import { describeRule } from '../../rules/entries/describe-rule.js';
import type { RuleFault } from '../../rules/compile/resolve-rule.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { ResourceDraft } from '../draft/draft.js';
import { suggestName } from '../draft/suggest-name.js';
import { findSourceFault } from './find-source-fault.js';

/** Where rules are declared. */
export interface RulePlace {
  /** The fields beside each other. */
  readonly fields: readonly string[];
  /** Does a column hold the field, so that `unique` can look there? */
  readonly hasColumn: boolean;
  readonly drafts: readonly ResourceDraft[];
}

/**
 * Faults of rules: unknown ones, wrong parameters, siblings, resources and columns that are not
 * there.
 */
export function* findRuleFaults(rules: readonly RuleSpec[], place: RulePlace): Iterable<RuleFault> {
  yield* findCrossedBounds(rules);
  for (const rule of rules) {
    const fault = findRuleFault(rule);
    if (fault) yield fault;
    else yield* findNamedFaults(rule, place);
  }
}

/** Rules that bound the same thing from below and from above. */
const boundsInPairs: readonly (readonly [string, string])[] = [
  ['min', 'max'],
  ['min_digits', 'max_digits'],
];

/** A lower and an upper bound, as rules of their own, that no value can meet. */
function* findCrossedBounds(rules: readonly RuleSpec[]): Iterable<RuleFault> {
  const bounds = new Map(
    rules.map(describeRule).map((rule) => rule.split(':') as [string, string]),
  );
  for (const [lower, upper] of boundsInPairs) {
    const [min, max] = [bounds.get(lower), bounds.get(upper)];
    if (isAbove(min, max))
      yield {
        wrong: `the lower bound is above the upper in "${lower}:${min}" and "${upper}:${max}"`,
        instead: `${lower}:${max} and ${upper}:${min}`,
      };
  }
}

const isAbove = (min = '', max = ''): boolean =>
  min !== '' && max !== '' && Number(min) > Number(max);

function* findNamedFaults(
  rule: RuleSpec,
  { fields, hasColumn, drafts }: RulePlace,
): Iterable<RuleFault> {
  for (const sibling of siblingsOf(rule))
    if (!fields.includes(sibling))
      yield {
        wrong: `the rule "${describeRule(rule)}" names "${sibling}", which is not a field`,
        instead: suggestName(sibling, fields),
      };
  const source = sourceOf(rule);
  if (source === null && !hasColumn)
    yield {
      wrong: `the rule "${describeRule(rule)}" has no column to look in`,
      instead: 'the key of a resource and a field, such as "unique:users,email"',
    };
  if (source) yield* findSourceFault(describeRule(rule), source, drafts);
}
