import { RequestError, type ErrorTexts } from '../../base/errors/index.js';

/** Collects the faults of a body by field, under the names that the body used. */
export class FieldErrors {
  private messages: Map<string, string[]> | undefined;
  private sentNames = UNCHANGED;

  /** The names under which the body contains fields, where they differ. */
  get names(): ReadonlyMap<string, string> {
    return this.sentNames;
  }

  get isEmpty(): boolean {
    return this.messages === undefined;
  }

  /** Sets the name under which the body contains the field. */
  rename(field: string, sent: string): void {
    if (field !== sent) this.sentNames = new Map([...this.sentNames, [field, sent]]);
  }

  has(field: string): boolean {
    return this.messages?.has(this.sentName(field)) ?? false;
  }

  add(field: string, message: string): void {
    const name = this.sentName(field);
    this.messages ??= new Map<string, string[]>();
    this.messages.set(name, [...(this.messages.get(name) ?? []), message]);
  }

  /** Adds a message unless the field has it already: several values may have the same fault. */
  addOnce(field: string, message: string): void {
    if (!this.messages?.get(this.sentName(field))?.includes(message)) this.add(field, message);
  }

  /** @param fault the end of a sentence: `must be an integer.` */
  addFault(field: string, fault: string): void {
    this.addForName(field, (name) => `The ${name} field ${fault}`);
  }

  addForName(field: string, message: (name: string) => string): void {
    this.add(field, message(this.sentName(field)));
  }

  addAll(errors: ErrorTexts): void {
    for (const [field, messages] of Object.entries(errors))
      for (const message of messages) this.add(field, message);
  }

  /** @throws RequestError `validation_failed` */
  throwIfAny(): void {
    if (this.messages)
      throw new RequestError('validation_failed', { errors: Object.fromEntries(this.messages) });
  }

  private sentName(field: string): string {
    return this.sentNames.get(field) ?? field;
  }
}

const UNCHANGED: ReadonlyMap<string, string> = new Map();
