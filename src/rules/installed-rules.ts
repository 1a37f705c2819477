import { builtInRules } from './catalogue.js';
import type { RuleEntry, Wording } from './rule-entry.js';

/** Texts of a language, by the names of rules. */
export type LanguageTexts = Readonly<Record<string, Wording | undefined>>;

/** The rules that definitions may name, and the languages that refusals are told in. */
export interface InstalledRules {
  readonly rules: ReadonlyMap<string, RuleEntry>;
  readonly languages: ReadonlyMap<string, LanguageTexts>;
}

let installed: InstalledRules = { rules: builtInRules, languages: new Map() };

/**
 * Adds rules of a team's own, at boot; one of an earlier application in this process is replaced.
 */
export function installRules(entries: readonly RuleEntry[]): void {
  const own = entries.map((entry) => [entry.name, entry] as const);
  installed = { ...installed, rules: new Map([...installed.rules, ...own]) };
}

/**
 * Adds a language, or changes texts of one that is there; `de` serves `de-AT` too. What it lacks is
 * told in English. Called while a team's module is loaded: `addRuleTexts('it', { required: 'Il
 * campo :attribute è obbligatorio.' })`.
 */
export function addRuleTexts(language: string, texts: LanguageTexts): void {
  const key = language.toLowerCase();
  const all = { ...installed.languages.get(key), ...texts };
  installed = { ...installed, languages: new Map([...installed.languages, [key, all]]) };
}

/** What is installed now: the framework's rules, and the team's. */
export const installedRules = (): InstalledRules => installed;
