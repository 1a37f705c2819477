import { quoted, refusal } from './refusal.js';
import type { SortList, WrittenSort } from './resource-query.js';
import { splitList, type ListItem } from './split-list.js';
import { StringCursor } from './string-cursor.js';

/**
 * Parses `name,-created_at,user.name,-user.preferences->theme` and keeps the position of each name.
 * A later stage checks whether the names exist.
 *
 * @contract C5.5
 * @throws `invalid_query` if an item is empty, or a name is repeated
 */
export function parseSort(parameter: string, input: string): SortList {
  const steps = new Map<string, WrittenSort>();
  for (const item of splitList(input, ',')) {
    const step = parseStep(parameter, item);
    if (steps.has(step.name))
      throw refusal(
        parameter,
        `${quoted(step.name)} is listed twice (position ${step.position}); list it only once.`,
      );
    steps.set(step.name, step);
  }
  return { parameter, steps: [...steps.values()] };
}

function parseStep(parameter: string, { value, position: start }: ListItem): WrittenSort {
  const descending = value.startsWith('-');
  const position = start + (descending ? 1 : 0);
  const path = splitList(descending ? value.slice(1) : value, '.');
  const name = path.map((part) => part.value).join('.');
  if (name === '')
    throw refusal(parameter, `Expected a column at position ${position}, found nothing.`);
  return { name, descending, position };
}

/**
 * Returns the dotted path of the relation in `sort[<relation>]`.
 *
 * @contract C5.1
 * @throws `invalid_query` if the name does not have exactly one path in brackets
 */
export function parseSortedRelation(parameter: string): string {
  const cursor = new StringCursor(parameter, parameter, ' of the parameter name');
  cursor.expect('sort', '"sort"');
  cursor.expect('[', '"[<relation>]"');
  const { name } = cursor.readPath('a relation');
  cursor.expect(']', '"." or "]"');
  cursor.expectEnd('the end');
  return name;
}
