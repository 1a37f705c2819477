import { findRuleFault } from '../../rules/parse-rule.js';
import type { RuleSpec } from '../../rules/rule-types.js';
import { suggestName } from '../suggest-name.js';
import { siblingsOf } from './rule-siblings.js';

interface RuleFault {
  readonly wrong: string;
  readonly instead: string;
}

/** Faults of rules that stand beside these fields: unknown ones, wrong parameters, siblings that are not there. */
export function* findRuleFaults(rules: readonly RuleSpec[], fields: readonly string[]): Iterable<RuleFault> {
  for (const rule of rules) {
    const fault = findRuleFault(rule);
    if (fault) yield fault;
    else yield* findSiblingFaults(rule, fields);
  }
}

function* findSiblingFaults(rule: RuleSpec, fields: readonly string[]): Iterable<RuleFault> {
  for (const sibling of siblingsOf(rule))
    if (!fields.includes(sibling))
      yield {
        wrong: `the rule "${String(rule)}" names "${sibling}", which is no field`,
        instead: suggestName(sibling, fields),
      };
}
