import type { RequestError } from '../errors/index.js';
import { quoted, refusal } from './refusal.js';
import type { WrittenName } from './resource-query.js';

const NAME = /[A-Za-z0-9_-]+/y;
/** Characters that are neither of a name nor of the grammar. */
const FOREIGN = /[^A-Za-z0-9_,.|[\]-]+/y;

/**
 * Reads a parameter's text from left to right, once, and says where it stopped. Positions are in
 * UTF-16 units, from 0.
 *
 * @contract C5.2
 */
export class StringCursor {
  private position = 0;

  /** `place` tells a text that is not the parameter's value: ` of its name`. */
  constructor(
    readonly parameter: string,
    readonly input: string,
    private readonly place = '',
  ) {}

  /** Steps over `mark` if it stands here. */
  take(mark: string): boolean {
    if (!this.input.startsWith(mark, this.position)) return false;
    this.position += mark.length;
    return true;
  }

  /** Steps over a separator if it stands here, and over the blanks around it. @contract C5.2 */
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
   * @throws `invalid_query` when something else than `mark` stands here; `expected` lists what
   * could
   */
  expect(mark: string, expected: string): void {
    if (!this.take(mark)) throw this.unexpected(expected);
  }

  /**
   * @throws `invalid_query` when text is left; `expected` lists what could stand here beside the
   * end
   */
  expectEnd(expected: string): void {
    if (this.position < this.input.length) throw this.unexpected(expected);
  }

  /**
   * Steps over `[` if it stands here; one that nothing closes is told at its own place, not at the
   * end of the text.
   */
  takeBracket(): boolean {
    const opened = this.position;
    if (!this.take('[')) return false;
    if (this.input.indexOf(']', opened) > 0) return true;
    throw this.refuse(
      `The bracket "[" at position ${opened}${this.place} is never closed: "]" is missing.`,
    );
  }

  /** @throws `invalid_query` when no name begins here; `what` says which: `a relation` */
  readName(what: string): WrittenName {
    const position = this.position;
    NAME.lastIndex = position;
    if (!NAME.test(this.input)) throw this.unexpected(what);
    this.position = NAME.lastIndex;
    return { name: this.input.slice(position, this.position), position };
  }

  /** `posts.comments`, as one name. @throws `invalid_query` where a step of it is empty */
  readPath(what: string): WrittenName {
    const { name, position } = this.readName(what);
    let path = name;
    while (this.takeSeparator('.')) path += `.${this.readName(what).name}`;
    return { name: path, position };
  }

  /** Is the whole text read? */
  get isAtEnd(): boolean {
    return this.position === this.input.length;
  }

  private refuse(input: string): RequestError {
    return refusal(this.parameter, input);
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

  /** The characters of one sort that stand here. */
  private runOf(sort: RegExp): string {
    sort.lastIndex = this.position;
    return sort.test(this.input) ? this.input.slice(this.position, sort.lastIndex) : '';
  }
}
