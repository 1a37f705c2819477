import type { FieldRules, Ruled } from '../compile/compile-field.js';
import type { RuleEntry } from '../entries/rule-entry.js';
import { formatMessage, wordingOf, type ChosenLanguage } from './rule-wording.js';
import type { ValueKind } from '../values/value-kind.js';

/** The place of a fault, and the language of its message. */
export interface RefusedPlace extends ChosenLanguage {
  readonly path: string;
  /** The kind of the refused value, if known. */
  readonly kind: ValueKind | null;
}

/** A rule with a message. */
export type RuleWithMessage = Ruled<Extract<RuleEntry, { texts?: unknown }>>;

/** Returns whether the rule has a message. */
export const hasMessage = (rule: Ruled): rule is RuleWithMessage =>
  !['flag', 'exclusion'].includes(rule.entry.stage);

/**
 * Returns the message of a fault: the field's own message, otherwise the rule's message in the
 * language.
 */
export function ruleMessage(
  messages: FieldRules['messages'],
  { entry, parameter }: RuleWithMessage,
  { path, kind, ...language }: RefusedPlace,
): string {
  const override = Object.hasOwn(messages, entry.name) ? messages[entry.name] : undefined;
  const wording = override ?? wordingOf(entry.name, language, entry.texts);
  return formatMessage(wording, kind, { ...entry.placeholders?.(parameter), attribute: path });
}
