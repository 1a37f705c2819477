import type { ParameterObject } from '../openapi/document/open-api.js';

/** The members that a page reads to show a group: its name, and on its first parameter its size. */
export interface GroupedParameter extends ParameterObject {
  readonly 'x-group'?: string;
  readonly 'x-group-size'?: number;
}

interface Group {
  readonly name: string;
  readonly contains: (parameter: ParameterObject) => boolean;
}

/** Shorter lists are not grouped. */
const SHORTEST = 7;

const common = new Set(['action', 'search', 'sort', 'page', 'perPage', 'include']);
const pages = new Set(['page[number]', 'page[size]', 'cursor', 'count']);
const related = new Set(['related', 'relatablePerPage', 'more']);

/** A parameter belongs to the first group that contains it. */
const groups: readonly Group[] = [
  { name: 'Path', contains: (parameter) => parameter.in === 'path' },
  {
    name: 'Common',
    contains: ({ name, required }) =>
      required === true || common.has(name) || name.startsWith('fields['),
  },
  { name: 'Headers', contains: (parameter) => parameter.in === 'header' },
  { name: 'Pages', contains: ({ name }) => pages.has(name) },
  {
    name: 'Related records',
    contains: ({ name }) => related.has(name) || /^(?:sort\[|filter\[[^\]]*\]\[)/.test(name),
  },
  { name: 'Filters', contains: () => true },
];
/** The groups in the order of the page. */
const order = ['Path', 'Common', 'Filters', 'Related records', 'Pages', 'Headers'];

/** Sorts the parameters of an operation by groups, the common ones first. */
export function groupParameters(
  parameters: readonly ParameterObject[],
): readonly GroupedParameter[] {
  if (parameters.length < SHORTEST) return parameters;
  const named = parameters.map((parameter) => ({
    parameter,
    group: groups.find(({ contains }) => contains(parameter))!.name,
  }));
  return order.flatMap((name) => {
    const own = named.filter(({ group }) => group === name);
    return own.map(({ parameter }, at) => ({
      ...parameter,
      'x-group': name,
      ...(at === 0 && { 'x-group-size': own.length }),
    }));
  });
}
