import type { CompiledField, Ruled } from './compile-field.js';
import type { InstalledRules } from './installed-rules.js';
import type { RuleEntry } from './rule-entry.js';
import { wordingOf, formatMessage } from './rule-wording.js';
import type { ValueKind } from './value-kind.js';

/** Where a rule refuses, and in what language that is told. */
export interface RefusedPlace {
  readonly path: string;
  /** What the refused value is, so far as anybody knows. */
  readonly kind: ValueKind | null;
  readonly language: string;
  readonly languages: InstalledRules['languages'];
}

/** A rule that refuses something, and says so. */
export type RuleWithMessage = Ruled<Extract<RuleEntry, { texts: unknown }>>;

/** Does it refuse anything by itself? */
export const hasMessage = (rule: Ruled): rule is RuleWithMessage => 'texts' in rule.entry;

/**
 * What is told where a rule refuses: the field's own message, else the rule's text in the language.
 */
export function ruleMessage(
  messages: CompiledField['messages'],
  { entry, parameter }: RuleWithMessage,
  { path, kind, language, languages }: RefusedPlace,
): string {
  const override = Object.hasOwn(messages, entry.name) ? messages[entry.name] : undefined;
  const wording = override ?? wordingOf(entry.name, entry.texts, language, languages.get(language));
  return formatMessage(wording, kind, { ...entry.placeholders?.(parameter), attribute: path });
}
