import { builtInRules } from '../catalogue.js';
import type { RuleEntry } from '../entries/rule-entry.js';
import { builtInLanguages, type LanguageTexts } from '../languages/languages.js';

/** The rules that definitions may name, and the messages by language. */
export interface InstalledRules {
  readonly rules: ReadonlyMap<string, RuleEntry>;
  readonly languages: ReadonlyMap<string, LanguageTexts>;
}

let installed: InstalledRules = { rules: builtInRules, languages: builtInLanguages };

/** Adds custom rules at boot. A rule of an earlier application in this process is replaced. */
export function installRules(entries: readonly RuleEntry[]): void {
  const own = entries.map((entry) => [entry.name, entry] as const);
  installed = { ...installed, rules: new Map([...installed.rules, ...own]) };
}

/**
 * Adds a language, or replaces messages of an existing one; `de` also serves `de-AT`. Missing
 * messages are in English. Call it while a module is loaded: `addRuleTexts('it', { required: 'Il
 * campo :attribute è obbligatorio.' })`.
 */
export function addRuleTexts(language: string, texts: LanguageTexts): void {
  const key = language.toLowerCase();
  const all = { ...installed.languages.get(key), ...texts };
  installed = { ...installed, languages: new Map([...installed.languages, [key, all]]) };
}

/** Returns the framework's rules and the custom ones. */
export const installedRules = (): InstalledRules => installed;
