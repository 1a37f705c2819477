/**
 * Caches SQL by key, so that each statement is built once. The oldest is dropped when the cache is
 * full.
 */
export class SqlCache<Sql extends string | null = string> {
  private readonly statements = new Map<string, Sql>();

  /** @param max the most statements that are kept */
  constructor(private readonly max: number) {}

  /** @param build called if nothing is cached under the key */
  get(key: string, build: () => Sql): Sql {
    const known = this.statements.get(key);
    if (known !== undefined) return known;
    if (this.statements.size >= this.max)
      this.statements.delete(this.statements.keys().next().value!);
    const sql = build();
    this.statements.set(key, sql);
    return sql;
  }
}
