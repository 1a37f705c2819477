import { canonical } from '../values/canonical.js';
import type { Ruled } from '../compile/compile-field.js';
import type { RuleContext } from '../entries/rule-context.js';
import type { RuleFacts, LookupRule } from '../entries/rule-entry.js';

/** The maximum number of lookups in one check; further values are refused. */
export const MAX_LOOKUPS = 100;

type LookupResult = boolean | Promise<boolean>;

/**
 * The lookups of one check, in the database and by custom rules. Equal values are looked up once,
 * and the number is limited.
 */
export class RuleLookups {
  private readonly known = new Map<Ruled, Map<string, LookupResult>>();
  private count = 0;

  constructor(private readonly ruleContext: RuleContext) {}

  /** Returns `null` if the limit is reached. */
  run(rule: Ruled<LookupRule<unknown>>, value: unknown, facts: RuleFacts): LookupResult | null {
    const results = this.known.get(rule) ?? new Map<string, LookupResult>();
    const key = canonical(value);
    const known = rule.entry.isByValue ? results.get(key) : undefined;
    if (known !== undefined) return known;
    if (this.count >= MAX_LOOKUPS) return null;
    const result = rule.entry.passes(value, rule.parameter, facts, this.ruleContext);
    if (typeof result !== 'boolean') this.count++;
    this.known.set(rule, results.set(key, result));
    return result;
  }
}
