import type { LanguageTexts } from '../compile/installed-rules.js';
import { fillPlaceholders, type RuleTexts, type Wording } from '../entries/rule-entry.js';
import type { ValueKind } from '../values/value-kind.js';

const builtIn: ReadonlySet<string> = new Set(['en', 'de', 'fr']);

/**
 * Returns the first of the caller's languages that has messages, by its whole tag or its first
 * part; otherwise English.
 */
export function chooseLanguage(
  preferred: readonly string[],
  own: ReadonlyMap<string, LanguageTexts>,
): string {
  for (const tag of preferred) {
    const whole = tag.toLowerCase();
    const found = [whole, whole.split('-')[0]!].find(
      (language) => own.has(language) || builtIn.has(language),
    );
    if (found) return found;
  }
  return 'en';
}

/** Returns the rule's message in a language: the custom one, the framework's, or English. */
export function wordingOf(
  name: string,
  texts: RuleTexts,
  language: string,
  own: LanguageTexts | undefined,
): Wording {
  const custom = own && Object.hasOwn(own, name) ? own[name] : undefined;
  return custom ?? (Object.hasOwn(texts, language) ? texts[language]! : texts.en);
}

/** Fills the placeholders of the message for a kind of value. */
export function formatMessage(
  wording: Wording,
  kind: ValueKind | null,
  placeholders: Readonly<Record<string, string | number>>,
): string {
  const message =
    typeof wording === 'string' ? wording : ((kind && wording[kind]) ?? wording.other);
  return fillPlaceholders(message, placeholders);
}
