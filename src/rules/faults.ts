import type { CompiledField, Ruled } from './compile-field.js';
import type { InstalledRules } from './installed-rules.js';
import type { RuleTexts } from './rule-entry.js';
import { hasMessage, ruleMessage } from './rule-message.js';
import { chooseLanguage, wordingOf, formatMessage } from './rule-wording.js';
import { unstorableMessages } from './describe-unstorable.js';
import { kindOf } from './value-kind.js';

/** The language that faults are told in. */
export interface FaultMessages {
  readonly languages: readonly string[];
  readonly installed: InstalledRules;
  /** The names of fields in messages; their paths by default. */
  readonly names?: ReadonlyMap<string, string>;
}

/**
 * Faults that are told of one check, at most: a body of bad items must not become an answer many
 * times its size.
 */
const MAX_FAULTS = 1000;

const tooMany: RuleTexts = {
  en: 'The :attribute field holds more than can be checked: at most :max items.',
  de: 'Das Feld :attribute enthält mehr, als geprüft werden kann: höchstens :max Einträge.',
  fr: 'Le champ :attribute contient plus que ce qui peut être vérifié : au plus :max éléments.',
};

/** What is wrong with values, by dotted path, in the language of the caller. */
export class Faults {
  private readonly found = new Map<string, string[]>();
  /** The paths of all faults, those that are not told included. */
  private readonly paths = new Set<string>();
  private count = 0;
  private chosen: string | undefined;

  constructor(private readonly messages: FaultMessages) {}

  get texts(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.found);
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** A rule refuses what stands at the path. */
  add({ kind, messages }: CompiledField, path: string, value: unknown, rule: Ruled): void {
    if (!hasMessage(rule)) return;
    const { languages } = this.messages.installed;
    const name = this.messages.names?.get(path) ?? path;
    const place = { path: name, kind: kind ?? kindOf(value), language: this.language, languages };
    this.push(path, ruleMessage(messages, rule, place));
  }

  addUnstorable(path: string): void {
    this.push(path, this.write('unstorable', unstorableMessages, path));
  }

  addTooMany(path: string, max: number): void {
    this.push(path, this.write('too_many', tooMany, path, max));
  }

  private push(path: string, message: string): void {
    this.paths.add(path);
    const messages = this.found.get(path) ?? [];
    if (messages.includes(message) || this.count >= MAX_FAULTS) return;
    this.count++;
    messages.push(message);
    this.found.set(path, messages);
  }

  private write(name: string, messages: RuleTexts, attribute: string, max = 0): string {
    return formatMessage(this.wordingOf(name, messages), null, { attribute, max });
  }

  private wordingOf(name: string, messages: RuleTexts) {
    return wordingOf(
      name,
      messages,
      this.language,
      this.messages.installed.languages.get(this.language),
    );
  }

  /** Chosen at the first fault: most checks find none. */
  private get language(): string {
    return (this.chosen ??= chooseLanguage(
      this.messages.languages,
      this.messages.installed.languages,
    ));
  }
}
