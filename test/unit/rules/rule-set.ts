import { Origin } from '../../../src/pipeline/authorization/request-origin.js';
import { compileRules, type RuleSource } from '../../../src/rules/check/compile-rules.js';
import type { RuleContext, RuleOutcome, RuleSet } from '../../../src/rules/entries/rule-context.js';
import type { RuleSpec } from '../../../src/rules/entries/rule-types.js';

/**
 * Rules by field, as tests write them, bypassing the compiler, which rejects most of the tested
 * ones.
 */
export type WrittenRules = Readonly<Record<string, readonly unknown[]>>;

export const sourcesOf = (rules: WrittenRules): Readonly<Record<string, RuleSource>> =>
  Object.fromEntries(
    Object.entries(rules).map(([field, specs]) => [field, { rules: specs as readonly RuleSpec[] }]),
  );

export const ruleSet = (rules: WrittenRules): RuleSet => compileRules(sourcesOf(rules));

/**
 * A database that holds `taken@example.com` and the users 1 and 2, of which the caller sees user 1;
 * the password is `secret`.
 */
export const contextIn = (...languages: readonly string[]): RuleContext => ({
  languages,
  request: {
    user: {} as never,
    resource: 'users',
    operation: 'store',
    id: null,
    query: {},
    origin: new Origin('test', undefined),
  },
  isCurrentPassword: (text) => Promise.resolve(text === 'secret'),
  rows: {
    isTaken: (_source, value) => Promise.resolve(value === 'taken@example.com'),
    isVisible: (_source, value) => Promise.resolve(value === 1 || value === '1'),
  },
});

export const check = async (
  rules: WrittenRules,
  values: object,
  ruleContext = contextIn(),
): Promise<RuleOutcome> =>
  ruleSet(rules).check(values as Readonly<Record<string, unknown>>, ruleContext);

/** The messages of the errors; `{}` if everything is valid. */
export const errorsOf = async (rules: WrittenRules, values: object, ruleContext = contextIn()) =>
  (await check(rules, values, ruleContext)).errors;
