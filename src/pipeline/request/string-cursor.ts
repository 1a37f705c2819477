import type { RequestError } from '../../base/errors/index.js';
import { quoted, refusal } from './refusal.js';
import type { WrittenName } from './resource-query.js';

const NAME = /[A-Za-z0-9_-]+/y;
/** Characters that neither names nor the grammar contain. */
const FOREIGN = /[^A-Za-z0-9_,.|[\]-]+/y;

/**
 * Reads a parameter from left to right, once; messages contain the position where it stopped.
 * Positions are in UTF-16 units, from 0.
 *
 * @contract C5.2
 */
export class StringCursor {
  private position = 0;

  /** @param place set to ` of the parameter name` if the input is not the parameter's value */
  constructor(
    readonly parameter: string,
    readonly input: string,
    private readonly place = '',
  ) {}

  /** Consumes `mark` if it is next. */
  take(mark: string): boolean {
    if (!this.input.startsWith(mark, this.position)) return false;
    this.position += mark.length;
    return true;
  }

  /** Consumes a separator and the spaces around it if it is next. @contract C5.2 */
  takeSeparator(mark: string): boolean {
    const end = this.endOfBlanks(this.position);
    if (!this.input.startsWith(mark, end)) return false;
    this.position = this.endOfBlanks(end + mark.length);
    return true;
  }

  private endOfBlanks(from: number): number {
    let end = from;
    while (this.input[end] === ' ') end += 1;
    return end;
  }

  /**
   * Consumes `mark`.
   *
   * @throws `invalid_query` if something else is next; the message contains `expected`
   */
  expect(mark: string, expected: string): void {
    if (!this.take(mark)) throw this.unexpected(expected);
  }

  /** @throws `invalid_query` if input is left; the message contains `expected` */
  expectEnd(expected: string): void {
    if (this.position < this.input.length) throw this.unexpected(expected);
  }

  /**
   * Consumes `[` if it is next. An unclosed bracket is reported at its own position, not at the end
   * of the input.
   */
  takeBracket(): boolean {
    const opened = this.position;
    if (!this.take('[')) return false;
    if (this.input.indexOf(']', opened) > 0) return true;
    throw this.refuse(
      `The bracket "[" at position ${opened}${this.place} is not closed; "]" is missing.`,
    );
  }

  /** @throws `invalid_query` if no name is next; `what` is the kind of name: `a relation` */
  readName(what: string): WrittenName {
    const position = this.position;
    NAME.lastIndex = position;
    if (!NAME.test(this.input)) throw this.unexpected(what);
    this.position = NAME.lastIndex;
    return { name: this.input.slice(position, this.position), position };
  }

  /** Reads `posts.comments` as one name. @throws `invalid_query` if a step is empty */
  readPath(what: string): WrittenName {
    const { name, position } = this.readName(what);
    let path = name;
    while (this.takeSeparator('.')) path += `.${this.readName(what).name}`;
    return { name: path, position };
  }

  get isAtEnd(): boolean {
    return this.position === this.input.length;
  }

  private refuse(message: string): RequestError {
    return refusal(this.parameter, message);
  }

  private unexpected(expected: string): RequestError {
    const foreign = this.runOf(FOREIGN);
    const found = foreign || this.runOf(NAME) || this.input.charAt(this.position);
    const written = found === '' ? 'the end' : quoted(found);
    const names =
      foreign === '' ? '' : ' Names are made of letters a-z and A-Z, digits, "_" and "-".';
    return this.refuse(
      `Expected ${expected} at position ${this.position}${this.place}, found ${written}.${names}`,
    );
  }

  /** Returns the characters of one class that are next. */
  private runOf(characters: RegExp): string {
    characters.lastIndex = this.position;
    return characters.test(this.input) ? this.input.slice(this.position, characters.lastIndex) : '';
  }
}
