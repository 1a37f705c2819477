type Json = Readonly<Record<string, unknown>>;

/** A record of the service, as results hold it. */
export interface RecordKey {
  readonly type: string;
  readonly id: string;
}

/** One list or text that a shortened result does not hold in full. */
export interface Cut {
  /** The keys and positions that lead to it. */
  readonly path: readonly string[];
  readonly kind: 'related' | 'list' | 'text';
  /** Entries of a list, or characters of a text. */
  readonly shown: number;
  /** The same before it was cut. */
  readonly total: number;
  /** The record that it is part of, if there is one. */
  readonly record: RecordKey | null;
  /** The keys of the relations that lead to it. */
  readonly relations: readonly string[];
}

/** A value with less in it, and what it lacks. */
export interface Shortening {
  readonly value: Json;
  readonly cuts: readonly Cut[];
}

/** How much a step leaves. */
interface Step {
  /** Entries of each list of related records. */
  readonly related: number;
  /** Entries of any other list. */
  readonly listed: number;
  /** Characters of each text. */
  readonly text: number;
}

const ALL = Infinity;

/**
 * Related records go first, since they can be asked for by themselves; then records, then the ends
 * of texts.
 */
const steps: readonly Step[] = [
  ...[20, 5, 1, 0].map((related) => ({ related, listed: ALL, text: ALL })),
  ...[50, 20, 5, 1].map((listed) => ({ related: 0, listed, text: ALL })),
  ...[4_000, 400, 40].map((text) => ({ related: 0, listed: 1, text })),
];

/** Yields the value with less and less in it. */
export function* shortenings(value: Json): Iterable<Shortening> {
  for (const step of steps) {
    const cutter = new Cutter(step);
    const left = cutter.visit(value, start) as Json;
    yield { value: left, cuts: cutter.cuts };
  }
}

/** Where a value stands. */
interface Place {
  readonly path: readonly string[];
  readonly record: RecordKey | null;
  readonly relations: readonly string[];
  readonly isRelated: boolean;
}

const start: Place = { path: [], record: null, relations: [], isRelated: false };

class Cutter {
  readonly cuts: Cut[] = [];

  constructor(private readonly step: Step) {}

  visit(value: unknown, place: Place): unknown {
    if (typeof value === 'string') return this.shortenString(value, place);
    if (Array.isArray(value)) return this.shortenList(value, place);
    return isObject(value) ? this.shortenObject(value, place) : value;
  }

  private shortenObject(value: Json, place: Place): Json {
    const inside = { ...place, isRelated: false, record: recordKeyOf(value) ?? place.record };
    return mapMembers(value, (member, key) => {
      const here = { ...inside, path: [...place.path, key] };
      if (key !== 'relationships' || !isObject(member)) return this.visit(member, here);
      return mapMembers(member, (related, name) =>
        this.visit(related, {
          ...here,
          path: [...here.path, name],
          relations: [...place.relations, name],
          isRelated: true,
        }),
      );
    });
  }

  private shortenList(list: readonly unknown[], place: Place): unknown {
    const max = place.isRelated ? this.step.related : this.step.listed;
    if (list.length > max) this.note(place, place.isRelated ? 'related' : 'list', max, list.length);
    const left = list.length > max ? list.slice(0, max) : list;
    return left.map((item, at) =>
      this.visit(item, { ...place, path: [...place.path, String(at)], isRelated: false }),
    );
  }

  private shortenString(text: string, place: Place): string {
    if (text.length <= this.step.text) return text;
    this.note(place, 'text', this.step.text, text.length);
    return `${text.slice(0, this.step.text).toWellFormed()}…`;
  }

  private note(
    { path, record, relations }: Place,
    kind: Cut['kind'],
    shown: number,
    total: number,
  ): void {
    this.cuts.push({ path, record, relations, kind, shown, total });
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapMembers = (value: Json, map: (member: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member, key)]));

const recordKeyOf = ({ type, id }: Json): RecordKey | null =>
  typeof type === 'string' && typeof id === 'string' ? { type, id } : null;
