type Json = Readonly<Record<string, unknown>>;

/** The type and key of a record in a result. */
export interface RecordKey {
  readonly type: string;
  readonly id: string;
}

/** One list or string that was cut. */
export interface Cut {
  /** The keys and positions that lead to it. */
  readonly path: readonly string[];
  readonly kind: 'related' | 'list' | 'string';
  /** Entries of a list, or characters of a string. */
  readonly shown: number;
  /** The same before it was cut. */
  readonly total: number;
  /** The record that it is part of, if there is one. */
  readonly record: RecordKey | null;
  /** The keys of the relations that lead to it. */
  readonly relations: readonly string[];
}

/** A shortened value, and what was cut. */
export interface Shortening {
  readonly value: Json;
  readonly cuts: readonly Cut[];
}

/** How much a step keeps. */
interface Step {
  /** Entries of each list of related records. */
  readonly related: number;
  /** Entries of any other list. */
  readonly listed: number;
  /** Characters of each string. */
  readonly characters: number;
}

const ALL = Infinity;

/**
 * Related records are cut first, since another call can return them; then records, then the ends of
 * strings.
 */
const steps: readonly Step[] = [
  ...[20, 5, 1, 0].map((related) => ({ related, listed: ALL, characters: ALL })),
  ...[50, 20, 5, 1].map((listed) => ({ related: 0, listed, characters: ALL })),
  ...[4_000, 400, 40].map((characters) => ({ related: 0, listed: 1, characters })),
];

/** Yields shorter and shorter versions of the value. */
export function* shortenings(value: Json): Iterable<Shortening> {
  for (const step of steps) {
    const cutter = new Cutter(step);
    const left = cutter.visit(value, start) as Json;
    yield { value: left, cuts: cutter.cuts };
  }
}

/** The position of a value in the result. */
interface ResultPosition {
  readonly path: readonly string[];
  readonly record: RecordKey | null;
  readonly relations: readonly string[];
  readonly isRelated: boolean;
}

const start: ResultPosition = { path: [], record: null, relations: [], isRelated: false };

class Cutter {
  readonly cuts: Cut[] = [];

  constructor(private readonly step: Step) {}

  visit(value: unknown, place: ResultPosition): unknown {
    if (typeof value === 'string') return this.shortenString(value, place);
    if (Array.isArray(value)) return this.shortenList(value, place);
    return isObject(value) ? this.shortenObject(value, place) : value;
  }

  private shortenObject(value: Json, place: ResultPosition): Json {
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

  private shortenList(list: readonly unknown[], place: ResultPosition): unknown {
    const max = place.isRelated ? this.step.related : this.step.listed;
    if (list.length > max) this.note(place, place.isRelated ? 'related' : 'list', max, list.length);
    const left = list.length > max ? list.slice(0, max) : list;
    return left.map((item, at) =>
      this.visit(item, { ...place, path: [...place.path, String(at)], isRelated: false }),
    );
  }

  private shortenString(value: string, place: ResultPosition): string {
    const { characters } = this.step;
    if (value.length <= characters) return value;
    this.note(place, 'string', characters, value.length);
    return `${value.slice(0, characters).toWellFormed()}…`;
  }

  private note(
    { path, record, relations }: ResultPosition,
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
