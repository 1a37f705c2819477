import { invalidQuery } from '../../../errors/index.js';
import { isMatchOperator, takesList } from '../../../request/match-operators.js';

/** A query parameter as a URL holds it. */
export type Parameter = readonly [name: string, value: string];

/** Parameters with one value, whatever it contains. */
const single: ReadonlySet<string> = new Set([
  ...['search', 'cursor', 'count', 'more', 'page', 'perPage', 'relatablePerPage'],
]);

/** Lists of names. Their grammar has commas of its own, so that an element may contain some. */
const namesOnly = /^(?:include|related|fields|sort)(?:\[|$)/;

/** Does the parameter end with an operator that compares with one value? */
function isComparison(name: string): boolean {
  const [, operator = ''] = /^filter\[.*\]\[([^[\]]+)\]$/.exec(name) ?? [];
  return isMatchOperator(operator) && !takesList(operator);
}

/**
 * Writes a value as the parameters that a URL has for it: a list with commas, the members of an
 * object in brackets. Nothing is dropped: a value that no parameter can hold is refused.
 *
 * @throws RequestError `invalid_query` under the parameter's name
 * @contract C5.2
 */
export function flattenQuery(name: string, value: unknown): readonly Parameter[] {
  if (Array.isArray(value)) return [[name, listString(name, value)]];
  if (typeof value !== 'object' || value === null) return [[name, scalarString(value)]];
  const members = Object.entries(value);
  if (members.length === 0 && name !== 'filter' && name !== 'sort')
    throw refused(name, 'An empty object was sent: send a value, or leave it out.');
  return members.flatMap(([member, inner]) => flattenQuery(`${name}[${member}]`, inner));
}

function listString(name: string, list: readonly unknown[]): string {
  if (single.has(name) || isComparison(name))
    throw refused(name, 'One value is allowed; a list was sent.');
  const isOfNames = namesOnly.test(name);
  for (const item of list) {
    if (typeof item === 'object' && item !== null)
      throw refused(
        name,
        'A list may contain strings, numbers, booleans and null; it contained an object or a list.',
      );
    if (!isOfNames && typeof item === 'string' && item.includes(','))
      throw refused(
        name,
        'A value in a list cannot contain a comma: match it alone, by {"filter": {field: {"eq": value}}}.',
      );
  }
  return list.map(scalarString).join(',');
}

const scalarString = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const refused = (name: string, text: string) =>
  invalidQuery(name.toWellFormed().slice(0, 80), text);
