type Holder = Record<string, unknown> | unknown[];

/** The values that rules change. Lists and objects are copied before the first change. */
export class ChangedValues {
  private readonly copies = new Set<object>();

  constructor(private top: Readonly<Record<string, unknown>>) {}

  get values(): Readonly<Record<string, unknown>> {
    return this.top;
  }

  /** @param path the path of an existing value */
  set(path: string, value: unknown): void {
    const [holder, name] = this.open(path);
    (holder as Record<string, unknown>)[name] = value;
  }

  /** Removes an existing value. A removed list item becomes `undefined`. */
  remove(path: string): void {
    const [holder, name] = this.open(path);
    if (Array.isArray(holder)) holder[Number(name)] = undefined;
    else delete holder[name];
  }

  /** Returns a copy of the list or object that contains the value at a path. */
  private open(path: string): readonly [Holder, string] {
    const segments = path.split('.');
    if (!this.copies.has(this.top)) this.copies.add((this.top = { ...this.top }));
    let holder: Holder = this.top;
    for (const segment of segments.slice(0, -1)) holder = this.copyOf(holder, segment);
    return [holder, segments.at(-1)!];
  }

  private copyOf(holder: Holder, name: string): Holder {
    const original = (holder as Record<string, Holder>)[name]!;
    if (this.copies.has(original)) return original;
    const copy: Holder = Array.isArray(original) ? [...original] : { ...original };
    (holder as Record<string, Holder>)[name] = copy;
    this.copies.add(copy);
    return copy;
  }
}
