/** Collects the pieces of a JSON string: constant JSON, and SQL for the rest. */
export class JsonPieces {
  private readonly done: string[] = [];
  private known = '';

  /** Adds JSON that is the same for every row. */
  json(piece: string): this {
    this.known += piece;
    return this;
  }

  /** Adds an expression that is a JSON string, and never null. */
  sql(expression: string): this {
    this.endKnown();
    this.done.push(expression);
    return this;
  }

  /** Adds `{"name":value,…}` of expressions that are JSON strings. */
  object(members: readonly (readonly [name: string, expression: string])[]): this {
    this.json('{');
    members.forEach(([name, expression], at) => {
      this.json(`${at === 0 ? '' : ','}${JSON.stringify(name)}:`).sql(expression);
    });
    return this.json('}');
  }

  /** Returns the pieces as SQL expressions, in order. */
  expressions(): readonly string[] {
    this.endKnown();
    return this.done;
  }

  private endKnown(): void {
    if (this.known !== '') this.done.push(`'${this.known.replaceAll("'", "''")}'`);
    this.known = '';
  }
}
