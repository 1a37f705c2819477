import { RequestError, type ErrorTexts } from '../errors/index.js';

/** The faults of a body, gathered by field and told by the names that the body used. */
export class FieldErrors {
  private readonly texts = new Map<string, string[]>();
  private readonly written = new Map<string, string>();

  /** The body gave the field under this name. */
  rename(field: string, written: string): void {
    if (field !== written) this.written.set(field, written);
  }

  has(field: string): boolean {
    return this.texts.has(this.nameOf(field));
  }

  add(field: string, text: string): void {
    const name = this.nameOf(field);
    this.texts.set(name, [...(this.texts.get(name) ?? []), text]);
  }

  /** Several values of a body may have the same fault under one name. */
  addOnce(field: string, text: string): void {
    if (!this.texts.get(this.nameOf(field))?.includes(text)) this.add(field, text);
  }

  /** @param fault the end of a sentence: `must be an integer.` */
  addFault(field: string, fault: string): void {
    this.addText(field, (name) => `The ${name} field ${fault}`);
  }

  addText(field: string, text: (name: string) => string): void {
    this.add(field, text(this.nameOf(field)));
  }

  addAll(errors: ErrorTexts): void {
    for (const [field, texts] of Object.entries(errors))
      for (const text of texts) this.add(field, text);
  }

  /** @throws RequestError `validation_failed` */
  throwIfAny(): void {
    if (this.texts.size > 0)
      throw new RequestError('validation_failed', { errors: Object.fromEntries(this.texts) });
  }

  private nameOf(field: string): string {
    return this.written.get(field) ?? field;
  }
}
