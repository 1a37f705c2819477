/**
 * Gathers what a JSON text is put together from: text that is known, and SQL that gives the rest.
 */
export class JsonPieces {
  private readonly done: string[] = [];
  private known = '';

  /** JSON that is the same for every row. */
  json(text: string): this {
    this.known += text;
    return this;
  }

  /** An expression that is JSON text, and never null. */
  sql(expression: string): this {
    this.endKnown();
    this.done.push(expression);
    return this;
  }

  /** `{"name":value,…}` of expressions that are JSON texts. */
  object(members: readonly (readonly [name: string, expression: string])[]): this {
    this.json('{');
    members.forEach(([name, expression], at) => {
      this.json(`${at === 0 ? '' : ','}${JSON.stringify(name)}:`).sql(expression);
    });
    return this.json('}');
  }

  /** The pieces as SQL expressions, in order. */
  expressions(): readonly string[] {
    this.endKnown();
    return this.done;
  }

  private endKnown(): void {
    if (this.known !== '') this.done.push(`'${this.known.replaceAll("'", "''")}'`);
    this.known = '';
  }
}
