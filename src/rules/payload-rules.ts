import type { ClassOf } from '../types/compile-time.js';
import type { RuleSource } from './compile-field.js';
import { compileRules } from './compile-rules.js';
import { rulesOfClass } from './decorated/rules-of-class.js';
import { rulesOfDecorators } from './decorated/rules-of-decorators.js';
import type { RuleSet } from './rule-context.js';
import type { RuleMap } from './rule-types.js';

/** What a payload is held against: rules, or the decorators of a class; without both, nothing. */
export interface PayloadRules {
  readonly rules?: RuleMap;
  readonly payload?: ClassOf;
}

/** For the check. @throws TypeError for a rule with a fault, which is told at boot */
export const payloadRules = ({ rules, payload }: PayloadRules): RuleSet =>
  payload ? rulesOfClass(payload) : compileRules(sourcesOf(rules));

/** For the schema. */
export const payloadSources = ({
  rules,
  payload,
}: PayloadRules): Readonly<Record<string, RuleSource>> =>
  payload ? rulesOfDecorators(payload) : sourcesOf(rules);

const sourcesOf = (rules: RuleMap = {}): Readonly<Record<string, RuleSource>> =>
  Object.fromEntries(Object.entries(rules).map(([field, specs]) => [field, { rules: specs }]));
