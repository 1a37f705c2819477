import { ChangedValues } from '../values/changed-values.js';
import type { Ruled } from '../compile/compile-field.js';
import type { PlacedField } from '../compile/compile-fields.js';
import { Faults, type FaultMessages } from '../messages/faults.js';
import { RuleLookups, MAX_LOOKUPS } from './rule-lookups.js';
import { PlaceFacts, SharedFacts } from './place-facts.js';
import { MAX_ITEMS, placesOf, TooManyItems, valueAt, type FieldPlace } from './places.js';
import { whenKnown, type Eventual } from '../../base/when-known.js';
import type { RuleContext, RuleOutcome } from '../entries/rule-context.js';
import type { CheckRule } from '../entries/rule-entry.js';
import { runPatterns, type PatternTest } from './run-patterns.js';
import { isStorable } from '../values/unstorable.js';
import { isOfKind } from '../values/value-kind.js';

/** A place that passed the checks of its field so far. */
interface Checked {
  readonly field: PlacedField;
  readonly facts: PlaceFacts;
  readonly value: unknown;
}

type Checks = readonly Ruled<CheckRule<unknown>>[];

/** Checks values against the rules of some fields. Only the lookups are asynchronous. */
export class FieldsCheck {
  private readonly faults: Faults;
  private readonly changed: ChangedValues;
  private readonly shared: SharedFacts;
  private readonly passed: Checked[] = [];
  private readonly patterns: (PatternTest & {
    readonly mustMatch: boolean;
    readonly refuse: () => void;
  })[] = [];
  private readonly excluded = new Set<string>();
  private readonly unstorable = new Set<string>();

  constructor(
    private readonly values: Readonly<Record<string, unknown>>,
    private readonly ruleContext: RuleContext,
    fields: ReadonlyMap<string, PlacedField>,
    messages: FaultMessages,
  ) {
    this.faults = new Faults(messages);
    this.changed = new ChangedValues(values);
    this.shared = new SharedFacts(values, fields);
  }

  /** Returns the values as the rules convert them, and their faults. */
  run(fields: readonly PlacedField[], names: readonly string[]): Eventual<RuleOutcome> {
    for (const name of names) if (!isStorable(this.values[name])) this.refuseUnstorable(name);
    for (const field of fields) if (field.exclusions.length > 0) this.exclude(field);
    for (const field of fields) this.checkField(field);
    this.checkPatterns();
    this.readValues();
    const looksUp = this.passed.some(({ field }) => field.lookups.length > 0);
    return whenKnown(looksUp ? this.lookUp() : undefined, () => ({
      values: this.changed.values,
      errors: this.faults.errors,
    }));
  }

  private refuseUnstorable(name: string): void {
    this.unstorable.add(name);
    this.faults.addUnstorable(name);
  }

  private exclude(field: PlacedField): void {
    for (const place of this.placesOf(field)) {
      const facts = new PlaceFacts(this.shared, field, place);
      if (!field.exclusions.some(({ entry, parameter }) => entry.applies(parameter, facts)))
        continue;
      this.excluded.add(place.path);
      if (place.value !== undefined) this.changed.remove(place.path);
    }
  }

  private checkField(field: PlacedField): void {
    if (this.unstorable.has(field.segments[0]!)) return;
    for (const place of this.placesOf(field))
      if (!this.isExcluded(place.path)) this.checkPlace(field, place);
  }

  private placesOf(field: PlacedField): readonly FieldPlace[] {
    try {
      return placesOf(field, this.values);
    } catch (error) {
      if (!(error instanceof TooManyItems)) throw error;
      this.faults.addTooMany(error.path, MAX_ITEMS);
      return [];
    }
  }

  private isExcluded(path: string): boolean {
    if (this.excluded.size === 0) return false;
    return path
      .split('.')
      .some((_segment, index, all) => this.excluded.has(all.slice(0, index + 1).join('.')));
  }

  private checkPlace(field: PlacedField, place: FieldPlace): void {
    const { value } = place;
    if (value === undefined && field.isOptional) return;
    const checked: Checked = { field, facts: new PlaceFacts(this.shared, field, place), value };
    if (this.refuseFirst(field.presence, checked) || value === undefined) return;
    if (value === null) this.checkNull(checked);
    else this.checkValue(checked);
  }

  /**
   * Null is valid if the field is nullable. Otherwise the first rule about the value refuses it,
   * with one message.
   */
  private checkNull(place: Checked): void {
    const { types, formats, values, patterns, lookups, isNullable } = place.field;
    if (isNullable) return;
    const [first] = [...types, ...formats, ...values, ...patterns, ...lookups];
    if (first) this.refuse(place, first);
  }

  private checkValue(place: Checked): void {
    const { field, value } = place;
    const { kind, types, formats, values } = field;
    if (this.refuseAll(types, place)) return;
    const isMalformed = this.refuseAll(formats, place);
    if (isMalformed && (field.bails || (kind && !isOfKind(value, kind)))) return;
    if (this.refuseAll(values, place) && field.bails) return;
    this.queuePatterns(place);
    if (!this.faults.has(place.facts.path)) this.passed.push(place);
  }

  private refuseFirst(rules: Checks, place: Checked): boolean {
    const failing = rules.find((rule) => !isPassed(rule, place));
    if (failing) this.refuse(place, failing);
    return failing !== undefined;
  }

  private refuseAll(rules: Checks, place: Checked): boolean {
    if (place.field.bails) return this.refuseFirst(rules, place);
    let isRefused = false;
    for (const rule of rules)
      if (!isPassed(rule, place)) {
        this.refuse(place, rule);
        isRefused = true;
      }
    return isRefused;
  }

  private refuse({ field, facts, value }: Checked, rule: Ruled): void {
    this.faults.add(field, facts.path, value, rule);
  }

  private queuePatterns(place: Checked): void {
    for (const rule of place.field.patterns) {
      const { entry, parameter } = rule;
      const refuse = () => this.refuse(place, rule);
      if (typeof place.value !== 'string') refuse();
      else
        this.patterns.push({
          pattern: entry.pattern(parameter),
          value: place.value,
          mustMatch: entry.mustMatch,
          refuse,
        });
    }
  }

  /** A pattern that takes too long is refused, for `regex` and for `not_regex`. */
  private checkPatterns(): void {
    if (this.patterns.length === 0) return;
    runPatterns(this.patterns).forEach((found, index) => {
      const { mustMatch, refuse } = this.patterns[index]!;
      if (found !== mustMatch) refuse();
    });
  }

  private readValues(): void {
    for (const { field, facts, value } of this.passed)
      if (field.readers.length > 0 && !this.faults.has(facts.path)) {
        const read = field.readers.reduce<unknown>(
          (so, { entry, parameter }) => entry.read!(so, parameter, facts),
          value,
        );
        if (read !== value) this.changed.set(facts.path, read);
      }
  }

  private readAt({ field, facts, value }: Checked): unknown {
    return field.readers.length > 0 ? valueAt(this.changed.values, facts.path) : value;
  }

  /** Runs the lookups in sequence, on the single connection of a transaction. */
  private async lookUp(): Promise<void> {
    const lookups = new RuleLookups(this.ruleContext);
    for (const place of this.passed)
      for (const rule of place.field.lookups) {
        if (this.faults.has(place.facts.path)) break;
        const result = lookups.run(rule, this.readAt(place), place.facts);
        if (result === null) this.faults.addTooMany(place.facts.path, MAX_LOOKUPS);
        else if (!(typeof result === 'boolean' ? result : await result)) this.refuse(place, rule);
      }
  }
}

const isPassed = (
  { entry, parameter }: Ruled<CheckRule<unknown>>,
  { value, facts }: Checked,
): boolean => entry.check(value, parameter, facts);
