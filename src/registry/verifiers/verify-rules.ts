import { parseRule } from '../../rules/parse-rule.js';
import type { FieldDraft } from '../draft.js';
import { suggestName } from '../suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';
import { findRuleFaults } from './find-rule-faults.js';

/** The rules of each field exist, and so does the rule of each message. @spec Fields of a resource definition */
export const verifyRules = eachResource(function* (draft) {
  const names = draft.fields.map(({ name }) => name);
  for (const field of draft.fields) {
    for (const { wrong, instead } of findRuleFaults(rulesOf(field), names))
      yield faultAt(draft, field.name, wrong, instead);
    const rules = rulesOf(field).map((rule) => parseRule(rule).name);
    for (const rule of Object.keys(field.options.messages ?? {}))
      if (!rules.includes(rule))
        yield faultAt(
          draft,
          field.name,
          `there is a message for "${rule}", which is no rule here`,
          suggestRule(rule, rules),
        );
  }
});

const rulesOf = ({ options }: FieldDraft) => [...(options.rules ?? []), ...(options.storingRules ?? [])];

const suggestRule = (written: string, rules: readonly string[]): string =>
  rules.length === 0 ? `the rule "${written}" too, or no message` : suggestName(written, rules);
