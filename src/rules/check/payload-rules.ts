import type { ClassOf } from '../../base/types/compile-time.js';
import type { RuleSource } from '../compile/compile-field.js';
import { compileRules } from './compile-rules.js';
import { rulesOfClass } from '../decorated/rules-of-class.js';
import { rulesOfDecorators } from '../decorated/rules-of-decorators.js';
import type { RuleSet } from '../entries/rule-context.js';
import type { RuleMap } from '../entries/rule-types.js';

/** The rules of a payload: rules, the decorators of a class, or none. */
export interface PayloadRules {
  readonly rules?: RuleMap;
  readonly payload?: ClassOf;
}

/** Returns the rules to check a payload. @throws TypeError for an invalid rule, at boot */
export const payloadRules = ({ rules, payload }: PayloadRules): RuleSet =>
  payload ? rulesOfClass(payload) : compileRules(sourcesOf(rules));

/** Returns the rules for the schema of a payload. */
export const payloadSources = ({
  rules,
  payload,
}: PayloadRules): Readonly<Record<string, RuleSource>> =>
  payload ? rulesOfDecorators(payload) : sourcesOf(rules);

const sourcesOf = (rules: RuleMap = {}): Readonly<Record<string, RuleSource>> =>
  Object.fromEntries(Object.entries(rules).map(([field, specs]) => [field, { rules: specs }]));
