/**
 * Finds rows by the values of a reference. The values on its two sides may differ in their type and
 * in blanks at their end and, where the database compares so, in case.
 */
export class ValueIndex {
  private readonly exact = new Map<string, number>();
  private readonly folded = new Map<string, number>();

  /** @param rows the values of the referenced columns of each row */
  constructor(rows: readonly (readonly unknown[])[]) {
    for (const [at, row] of rows.entries()) {
      const name = indexKey(row);
      if (!this.exact.has(name)) this.exact.set(name, at);
      if (!this.folded.has(name.toLowerCase())) this.folded.set(name.toLowerCase(), at);
    }
  }

  /** Returns the place of the row with these values, if there is one. */
  find(values: readonly unknown[]): number | undefined {
    const name = indexKey(values);
    return this.exact.get(name) ?? this.folded.get(name.toLowerCase());
  }
}

const indexKey = (values: readonly unknown[]): string =>
  JSON.stringify(
    values.map((value) =>
      Buffer.isBuffer(value) ? value.toString('hex') : String(value).trimEnd(),
    ),
  );
