import type { LanguageTexts } from './installed-rules.js';
import { fillPlaceholders, type RuleTexts, type Wording } from './rule-entry.js';
import type { ValueKind } from './value-kind.js';

const builtIn: ReadonlySet<string> = new Set(['en', 'de', 'fr']);

/**
 * The first language of the caller's that there are texts in, by its whole tag or its first part;
 * else English.
 */
export function chooseLanguage(
  wanted: readonly string[],
  own: ReadonlyMap<string, LanguageTexts>,
): string {
  for (const tag of wanted) {
    const whole = tag.toLowerCase();
    const found = [whole, whole.split('-')[0]!].find(
      (language) => own.has(language) || builtIn.has(language),
    );
    if (found) return found;
  }
  return 'en';
}

/** The rule's text in a language: the team's, else the framework's, else English. */
export function wordingOf(
  name: string,
  texts: RuleTexts,
  language: string,
  own: LanguageTexts | undefined,
): Wording {
  const written = own && Object.hasOwn(own, name) ? own[name] : undefined;
  return written ?? (Object.hasOwn(texts, language) ? texts[language]! : texts.en);
}

/** A text for what is measured, with its placeholders filled. */
export function formatMessage(
  wording: Wording,
  kind: ValueKind | null,
  placeholders: Readonly<Record<string, string | number>>,
): string {
  const message =
    typeof wording === 'string' ? wording : ((kind && wording[kind]) ?? wording.other);
  return fillPlaceholders(message, placeholders);
}
