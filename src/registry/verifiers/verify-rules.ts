import { parseRule } from '../../rules/entries/parse-rule.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { ResourceDraft } from '../draft/draft.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Finding, Verifier } from '../draft/verifier.js';
import { faultAt } from './each-resource.js';
import { findRuleFaults } from './find-rule-faults.js';

/**
 * The rules of each field and input exist, and so does the rule of each message. @spec Fields of a
 * resource definition
 */
export const verifyRules: Verifier = (drafts) =>
  drafts.flatMap((draft) => [...verifyResource(draft, drafts)]);

interface Ruled {
  readonly name: string;
  readonly rules: readonly RuleSpec[];
  /** The rules that the column adds. */
  readonly derived: readonly RuleSpec[];
  readonly messages?: Readonly<Record<string, string | undefined>> | undefined;
  readonly hasColumn: boolean;
}

function* verifyResource(
  draft: ResourceDraft,
  drafts: readonly ResourceDraft[],
): Iterable<Finding> {
  const members = membersOf(draft);
  const fields = members.map(({ name }) => name);
  for (const { name, rules, derived, messages = {}, hasColumn } of members) {
    for (const { wrong, instead } of findRuleFaults(rules, { fields, hasColumn, drafts }))
      yield faultAt(draft, name, wrong, instead);
    const written = [...rules, ...derived].map((rule) => parseRule(rule).name);
    for (const rule of Object.keys(messages))
      if (!written.includes(rule))
        yield faultAt(
          draft,
          name,
          `there is a message for "${rule}", which is not a rule of this field`,
          suggestRule(rule, rules.length === 0 ? [] : written),
        );
  }
}

const membersOf = ({ fields, inputs }: ResourceDraft): readonly Ruled[] => [
  ...fields.map(({ name, derived = [], options: { rules = [], storingRules = [], messages } }) => ({
    name,
    rules: [...rules, ...storingRules],
    derived,
    messages,
    hasColumn: true,
  })),
  ...inputs.map(({ name, options: { rules = [], messages } }) => ({
    name,
    rules,
    derived: [],
    messages,
    hasColumn: false,
  })),
];

const suggestRule = (written: string, rules: readonly string[]): string =>
  rules.length === 0 ? `the rule "${written}" too, or no message` : suggestName(written, rules);
