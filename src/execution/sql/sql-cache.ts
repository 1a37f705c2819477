/**
 * Keeps texts by their keys, so that each is built once. The oldest is dropped when the cache is
 * full.
 */
export class SqlCache<Text extends string | null = string> {
  private readonly statements = new Map<string, Text>();

  /** @param max how many texts are kept */
  constructor(private readonly max: number) {}

  /** @param build called when no text is kept under the key */
  get(key: string, build: () => Text): Text {
    const known = this.statements.get(key);
    if (known !== undefined) return known;
    if (this.statements.size >= this.max)
      this.statements.delete(this.statements.keys().next().value!);
    const sql = build();
    this.statements.set(key, sql);
    return sql;
  }
}
