import { fillPlaceholders, type RuleTexts, type Wording } from '../entries/rule-entry.js';
import { english, type LanguageTexts } from '../languages/languages.js';
import type { ValueKind } from '../values/value-kind.js';

/** A language of messages, and all that are installed. */
export interface ChosenLanguage {
  readonly language: string;
  readonly languages: ReadonlyMap<string, LanguageTexts>;
}

/**
 * Returns the first of the caller's languages that has messages, by its whole tag or its first
 * part; otherwise English.
 */
export function chooseLanguage(
  preferred: readonly string[],
  languages: ReadonlyMap<string, LanguageTexts>,
): string {
  for (const tag of preferred) {
    const whole = tag.toLowerCase();
    const found = [whole, whole.split('-')[0]!].find((language) => languages.has(language));
    if (found) return found;
  }
  return 'en';
}

/**
 * Returns the message of a name: the installed one, the custom rule's own, or English.
 *
 * @param own the messages of a custom rule
 */
export function wordingOf(
  name: string,
  { language, languages }: ChosenLanguage,
  own?: RuleTexts,
): Wording {
  return (
    findOwn(languages.get(language), name) ??
    findOwn(own, language) ??
    own?.en ??
    findOwn(english, name)!
  );
}

const findOwn = (texts: LanguageTexts = {}, name: string): Wording | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined;

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
