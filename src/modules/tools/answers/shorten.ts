type Json = Record<string, unknown>;

/** A value that fits, and what was left out of it, each a sentence's part. */
export interface Shortened {
  readonly value: Json;
  readonly told: readonly string[];
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

/** Related records go first, since they can be asked for by themselves; then records, then the ends of texts. */
const steps: readonly Step[] = [
  ...[20, 5, 1, 0].map((related) => ({ related, listed: ALL, text: ALL })),
  ...[50, 20, 5, 1].map((listed) => ({ related: 0, listed, text: ALL })),
  ...[4_000, 400, 40].map((text) => ({ related: 0, listed: 1, text })),
];

/**
 * Leaves out as little of an answer as makes its JSON fit; what fits is left as it is.
 *
 * @param characters how long the JSON may be
 */
export function shorten(value: Json, characters: number): Shortened {
  if (JSON.stringify(value).length <= characters) return { value, told: [] };
  for (const step of steps) {
    const cut = new Cut(step);
    const left = cut.of(value) as Json;
    if (JSON.stringify(left).length <= characters) return { value: left, told: cut.told };
  }
  return { value: {}, told: ['nothing of it fits'] };
}

class Cut {
  private readonly lists = new Map<string, number>();
  private texts = 0;

  constructor(private readonly step: Step) {}

  get told(): readonly string[] {
    const { related, listed, text } = this.step;
    const lists = [...this.lists].map(([name, most]) => {
      const left = name.startsWith('relationships.') ? related : listed;
      return `of ${name} at most ${left} of up to ${most} entries are shown`;
    });
    return this.texts === 0 ? lists : [...lists, `${this.texts} texts end after ${text} characters`];
  }

  /** @param name where the value stands: the relation's key behind `relationships.`, or the member's */
  of(value: unknown, name = 'the answer'): unknown {
    if (typeof value === 'string') return this.ofText(value);
    if (Array.isArray(value)) return this.ofList(value, name);
    if (typeof value !== 'object' || value === null) return value;
    const isRelations = name === 'relationships';
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.of(member, isRelations ? `relationships.${key}` : key)]),
    );
  }

  private ofList(list: readonly unknown[], name: string): unknown {
    const { related, listed } = this.step;
    const most = name.startsWith('relationships.') ? related : listed;
    if (list.length > most) this.lists.set(name, Math.max(list.length, this.lists.get(name) ?? 0));
    return list.slice(0, Math.min(most, list.length)).map((item) => this.of(item, 'the answer'));
  }

  private ofText(text: string): string {
    if (text.length <= this.step.text) return text;
    this.texts += 1;
    return `${text.slice(0, this.step.text).toWellFormed()}…`;
  }
}
