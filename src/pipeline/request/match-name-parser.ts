import type { WrittenName } from './resource-query.js';
import { StringCursor } from './string-cursor.js';

const MAX_SEGMENTS = 3;

/**
 * A match with a parsed name that is not resolved yet: `filter[posts][status]` may name a relation
 * or an operator.
 */
export interface NamedMatch {
  readonly parameter: string;
  /**
   * The names in brackets, the first of them possibly a dotted path; the parameter itself if it has
   * no brackets.
   */
  readonly segments: readonly WrittenName[];
  readonly value: string;
}

const FIELD = /^-?[A-Za-z0-9_][A-Za-z0-9_-]*$/;

/** Returns whether the parameter may be a field, as in `status=draft` and `-status=draft`. */
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
 * @throws `invalid_query` if the name has another form
 */
export function parseFilterName(parameter: string, value: string): NamedMatch {
  const cursor = new StringCursor(parameter, parameter, ' of the parameter name');
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
