type Holder = Record<string, unknown> | unknown[];

/**
 * Values on which rules work: what is changed is copied first, each list and object at most once.
 */
export class ChangedValues {
  private readonly copies = new Set<object>();
  private readonly top: Record<string, unknown>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.top = { ...given };
    this.copies.add(this.top);
  }

  get values(): Readonly<Record<string, unknown>> {
    return this.top;
  }

  /** @param path of a value that is there */
  set(path: string, value: unknown): void {
    const [holder, name] = this.open(path);
    (holder as Record<string, unknown>)[name] = value;
  }

  /** Takes out what is there; an item of a list leaves a hole that is `undefined`. */
  remove(path: string): void {
    const [holder, name] = this.open(path);
    if (Array.isArray(holder)) holder[Number(name)] = undefined;
    else delete holder[name];
  }

  /** The list or object that holds the value of a path, copied. */
  private open(path: string): readonly [Holder, string] {
    const segments = path.split('.');
    let holder: Holder = this.top;
    for (const segment of segments.slice(0, -1)) holder = this.copyOf(holder, segment);
    return [holder, segments.at(-1)!];
  }

  private copyOf(holder: Holder, name: string): Holder {
    const held = (holder as Record<string, Holder>)[name]!;
    if (this.copies.has(held)) return held;
    const copy: Holder = Array.isArray(held) ? [...held] : { ...held };
    (holder as Record<string, Holder>)[name] = copy;
    this.copies.add(copy);
    return copy;
  }
}
