import { canonical } from './canonical.js';
import type { Ruled } from './compile-field.js';
import type { RuleContext } from './rule-context.js';
import type { Facts, LookupRule } from './rule-entry.js';

/** Values that are looked up in one check, at most; more of them are refused. */
export const MAX_LOOKUPS = 100;

type LookupResult = boolean | Promise<boolean>;

/**
 * What is asked of the database and of teams' own rules in one check: equal values once, and not
 * without end.
 */
export class RuleLookups {
  private readonly known = new Map<Ruled, Map<string, LookupResult>>();
  private asked = 0;

  constructor(private readonly context: RuleContext) {}

  /** `null`: too much has been asked already. */
  ask(rule: Ruled<LookupRule<unknown>>, value: unknown, facts: Facts): LookupResult | null {
    const results = this.known.get(rule) ?? new Map<string, LookupResult>();
    const question = canonical(value);
    const known = rule.entry.isByValue ? results.get(question) : undefined;
    if (known !== undefined) return known;
    if (this.asked >= MAX_LOOKUPS) return null;
    const result = rule.entry.passes(value, rule.parameter, facts, this.context);
    if (typeof result !== 'boolean') this.asked++;
    this.known.set(rule, results.set(question, result));
    return result;
  }
}
