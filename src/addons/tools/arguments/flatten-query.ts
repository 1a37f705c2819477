import { invalidQuery } from '../../../base/errors/index.js';
import { isMatchOperator, takesList } from '../../../pipeline/request/match-operators.js';

/** A query parameter as it is written in a URL. */
export type UrlParameter = readonly [name: string, value: string];

/** Parameters with one value, which may contain commas. */
const single: ReadonlySet<string> = new Set([
  ...['search', 'cursor', 'count', 'more', 'page', 'perPage', 'relatablePerPage'],
]);

/** Lists of names. Their grammar uses commas, so an element may contain commas. */
const namesOnly = /^(?:include|related|fields|sort)(?:\[|$)/;

/** Returns whether the parameter ends with an operator that takes one value. */
function isComparison(name: string): boolean {
  const [, operator = ''] = /^filter\[.*\]\[([^[\]]+)\]$/.exec(name) ?? [];
  return isMatchOperator(operator) && !takesList(operator);
}

/**
 * Writes a value as URL parameters: a list with commas, the members of an object in brackets. A
 * value that cannot be written as a parameter is rejected, never dropped.
 *
 * @throws RequestError `invalid_query` under the parameter's name
 * @contract C5.2
 */
export function flattenQuery(name: string, value: unknown): readonly UrlParameter[] {
  if (Array.isArray(value)) return [[name, listString(name, value)]];
  if (typeof value !== 'object' || value === null) return [[name, scalarString(value)]];
  const members = Object.entries(value);
  if (members.length === 0 && name !== 'filter' && name !== 'sort')
    throw refused(name, 'An empty object is not allowed. Send a value, or omit the argument.');
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
        'A value in a list cannot contain a comma. Match it alone with {"filter": {field: {"eq": value}}}.',
      );
  }
  return list.map(scalarString).join(',');
}

const scalarString = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const refused = (name: string, message: string) =>
  invalidQuery(name.toWellFormed().slice(0, 80), message);
