import type { WrittenName } from './resource-query.js';
import { StringCursor } from './string-cursor.js';

const MAX_SEGMENTS = 3;

/**
 * A match whose name is read, and not yet placed: `filter[posts][status]` may name a relation or an
 * operator.
 */
export interface NamedMatch {
  readonly parameter: string;
  /**
   * The names in brackets, of which the first may be a dotted path; or the parameter itself, where
   * it has none.
   */
  readonly segments: readonly WrittenName[];
  readonly value: string;
}

const FIELD = /^-?[A-Za-z0-9_][A-Za-z0-9_-]*$/;

/** May the parameter be a field, as in `status=draft` and `-status=draft`? */
export const isFieldLike = (parameter: string): boolean => FIELD.test(parameter);

/** `<field>=<value>` @contract C5.6 */
export const namedMatch = (parameter: string, value: string): NamedMatch => ({
  parameter,
  segments: [{ name: parameter, position: 0 }],
  value,
});

/**
 * `filter[<field>]`, `filter[<field>][<operator>]`, `filter[<relation>][<field>]`,
 * `filter[<relation>][<field>][<operator>]`
 *
 * @contract C5.1, C5.6
 * @throws `invalid_query` when the name is none of them
 */
export function parseFilterName(parameter: string, value: string): NamedMatch {
  const cursor = new StringCursor(parameter, parameter, ' of its name');
  const segments: WrittenName[] = [];
  cursor.expect('filter', '"filter"');
  do {
    cursor.expect('[', segments.length === 0 ? '"[<field>]"' : '"[" or the end');
    segments.push(cursor.readPath('a field'));
    cursor.expect(']', '"." or "]"');
  } while (!cursor.isAtEnd && segments.length < MAX_SEGMENTS);
  cursor.expectEnd('the end');
  return { parameter, segments, value };
}
