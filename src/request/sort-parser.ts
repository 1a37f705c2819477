import { quoted, refusal } from './refusal.js';
import type { SortList, WrittenSort } from './resource-query.js';
import { splitList, type ListItem } from './split-list.js';
import { StringCursor } from './string-cursor.js';

/**
 * `name,-created_at,user.name,-user.preferences->theme`: names between commas, each kept with its
 * place. Which names there are is for a later stage to say.
 *
 * @contract C5.5
 * @throws `invalid_query` at an empty item, or where a name stands twice
 */
export function parseSort(parameter: string, text: string): SortList {
  const steps = new Map<string, WrittenSort>();
  for (const item of splitList(text, ',')) {
    const step = parseStep(parameter, item);
    if (steps.has(step.name))
      throw refusal(
        parameter,
        `${quoted(step.name)} at position ${step.position} stands twice; it may stand once.`,
      );
    steps.set(step.name, step);
  }
  return { parameter, steps: [...steps.values()] };
}

function parseStep(parameter: string, { value: text, position: start }: ListItem): WrittenSort {
  const descending = text.startsWith('-');
  const position = start + (descending ? 1 : 0);
  const path = splitList(descending ? text.slice(1) : text, '.');
  const name = path.map((part) => part.value).join('.');
  if (name === '')
    throw refusal(parameter, `Expected a column at position ${position}, found nothing.`);
  return { name, descending, position };
}

/**
 * The relation in `sort[<relation>]`, by its dotted path.
 *
 * @contract C5.1
 * @throws `invalid_query` when no path stands in one pair of brackets
 */
export function parseSortedRelation(parameter: string): string {
  const cursor = new StringCursor(parameter, parameter, ' of its name');
  cursor.expect('sort', '"sort"');
  cursor.expect('[', '"[<relation>]"');
  const { name } = cursor.readPath('a relation');
  cursor.expect(']', '"." or "]"');
  cursor.expectEnd('the end');
  return name;
}
