import type { FieldRules, Ruled } from '../compile/compile-field.js';
import type { InstalledRules } from '../compile/installed-rules.js';
import { hasMessage, ruleMessage } from './rule-message.js';
import { chooseLanguage, wordingOf, formatMessage } from './rule-wording.js';
import { kindOf } from '../values/value-kind.js';

/** The languages of the caller, and the installed messages. */
export interface FaultMessages {
  readonly languages: readonly string[];
  readonly installed: InstalledRules;
  /** The names of fields in messages; their paths by default. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

/**
 * The maximum number of messages of one check, so that a body of bad items does not cause a
 * response many times its size.
 */
const MAX_FAULTS = 1000;

/** The faults of values by dotted path, in the language of the caller. */
export class Faults {
  private readonly found = new Map<string, string[]>();
  /** The paths of all faults, including those without a message. */
  private readonly paths = new Set<string>();
  private count = 0;
  private chosen: string | undefined;

  constructor(private readonly messages: FaultMessages) {}

  get errors(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.found);
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** Adds the fault of a rule at a path. */
  add({ kind, messages }: FieldRules, path: string, value: unknown, rule: Ruled): void {
    if (!hasMessage(rule)) return;
    const { languages } = this.messages.installed;
    const name = this.messages.names?.get(path) ?? path;
    const place = { path: name, kind: kind ?? kindOf(value), language: this.language, languages };
    this.push(path, ruleMessage(messages, rule, place));
  }

  addUnstorable(path: string): void {
    this.push(path, this.write('unstorable', path));
  }

  addTooMany(path: string, max: number): void {
    this.push(path, this.write('too_many', path, max));
  }

  private push(path: string, message: string): void {
    this.paths.add(path);
    const messages = this.found.get(path) ?? [];
    if (messages.includes(message) || this.count >= MAX_FAULTS) return;
    this.count++;
    messages.push(message);
    this.found.set(path, messages);
  }

  private write(name: string, attribute: string, max = 0): string {
    const { language } = this;
    const { languages } = this.messages.installed;
    return formatMessage(wordingOf(name, { language, languages }), null, { attribute, max });
  }

  /** Chosen at the first fault, because most checks have no faults. */
  private get language(): string {
    return (this.chosen ??= chooseLanguage(
      this.messages.languages,
      this.messages.installed.languages,
    ));
  }
}
