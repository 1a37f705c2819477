import { canonical } from '../values/canonical.js';
import type { PlacedField } from '../compile/compile-fields.js';
import type { Decimal } from '../values/decimals.js';
import { isGiven } from '../families/given.js';
import { parseInstant } from '../values/instants.js';
import { sizeOf } from '../values/measure.js';
import { pathBeside, placesOf, valueAt, type FieldPlace } from './places.js';
import type { RuleFacts } from '../entries/rule-entry.js';

/**
 * The facts that all rules of one check share: the values, the current time, and cached facts about
 * siblings.
 */
export class SharedFacts {
  readonly now = new Date();
  private readonly known = new Map<string, unknown>();

  constructor(
    readonly values: Readonly<Record<string, unknown>>,
    private readonly fields: ReadonlyMap<string, PlacedField>,
  ) {}

  /** Computes a fact about a sibling once, for all items of a list. */
  once<T>(key: string, compute: () => T): T {
    if (!this.known.has(key)) this.known.set(key, compute());
    return this.known.get(key) as T;
  }

  instant(value: unknown, path: string): Date | null {
    return (this.fields.get(path)?.instant ?? parseInstant)(value);
  }
}

/** The facts of one place. */
export class PlaceFacts implements RuleFacts {
  constructor(
    private readonly shared: SharedFacts,
    private readonly field: PlacedField,
    private readonly place: FieldPlace,
  ) {}

  get now(): Date {
    return this.shared.now;
  }

  get path(): string {
    return this.place.path;
  }

  get kind(): RuleFacts['kind'] {
    return this.field.kind;
  }

  sibling(path: string): unknown {
    return valueAt(this.shared.values, this.beside(path));
  }

  isGiven(path: string): boolean {
    return this.shared.once(`given ${this.beside(path)}`, () => isGiven(this.sibling(path)));
  }

  siblingSize(path: string): Decimal | null | undefined {
    const { kind } = this;
    return this.shared.once(`size ${kind} ${this.beside(path)}`, () => {
      const value = this.sibling(path);
      return value === undefined || value === null ? undefined : sizeOf(value, kind);
    });
  }

  isListed(value: unknown, path: string): boolean {
    const list = path.endsWith('.*') ? path.slice(0, -2) : path;
    const items = this.shared.once(`items ${this.beside(list)}`, () => {
      const value = this.sibling(list);
      return new Set(Array.isArray(value) ? value.map(canonical) : []);
    });
    return items.has(canonical(value));
  }

  occurrences(value: unknown): number {
    const counts = this.shared.once(`counts ${this.field.path}`, () => this.countValues());
    return counts.get(canonical(value)) ?? 0;
  }

  instant(value: unknown, path = this.field.path): Date | null {
    return this.shared.instant(value, path);
  }

  private countValues(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { value } of placesOf(this.field, this.shared.values)) {
      const key = canonical(value);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  private beside(path: string): string {
    return pathBeside(path, this.place.positions);
  }
}
