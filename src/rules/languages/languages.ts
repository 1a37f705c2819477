import type { Wording } from '../entries/rule-entry.js';
import { de } from './de.js';
import { en } from './en.js';
import { fr } from './fr.js';

/** Messages in a language, by rule name. */
export type LanguageTexts = Readonly<Record<string, Wording | undefined>>;

/** The framework's messages in English, which every language falls back to. */
export const english: LanguageTexts = en;

/** The framework's languages. */
export const builtInLanguages: ReadonlyMap<string, LanguageTexts> = new Map(
  Object.entries({ en, de, fr }),
);
