import { allowListOf, type Matchable } from '../../authorization/allow-list.js';
import type { CompiledResource, MatchType } from '../../registry/compiled-resource.js';
import { matchOperators } from '../../request/resource-query.js';
import type { Parameter, Schema } from '../open-api.js';
import { anyOfThese } from '../schemas/objects.js';
import { toManyOf } from '../schemas/pages.js';
import type { DescribeParameter } from './query-parameters.js';
import { query } from './reading-parameters.js';

/** How the values of a type are written. @contract C5.6 */
const written: Readonly<Record<MatchType, string>> = {
  text: 'A text, or several with commas between.',
  number: 'A number, or several with commas between.',
  between: 'A number, or two with a comma between: from and to.',
  datetime: 'A day or an instant, or two with a comma between: from and to.',
  boolean: '`true` or `false`.',
};

const text: Schema = { type: 'string' };
const operators = anyOfThese(Object.fromEntries(matchOperators.map((operator) => [operator, text])));

/** What records are matched by, by name and by `filter[<field>][<operator>]`. @contract C5.6 */
export const matchParameters: Readonly<Record<string, DescribeParameter>> = {
  'filter[<field>]': (resource) => [...matchesOf(resource).flatMap(byName), ...bracketed(resource, true)],
  'filter[<relation>][<field>]': (resource, _limits, operation) =>
    operation === 'index' ? [] : bracketed(resource, false),
};

const matchesOf = (resource: CompiledResource): readonly (readonly [string, Matchable])[] => [
  ...allowListOf(resource).matches,
];

const byName = ([name, { type }]: readonly [string, Matchable]): readonly Parameter[] => [
  query(name, `Records with this ${name}. ${written[type]} \`null\` means none.`, text),
  query(`-${name}`, `Records without this ${name}; those that have none stay.`, text),
];

/** One parameter for all that stands in brackets, on an index with the matches of included relations beside its own. */
function bracketed(resource: CompiledResource, withOwn: boolean): readonly Parameter[] {
  const own = withOwn ? matchesOf(resource).map(([name]) => [name, { anyOf: [text, operators] }] as const) : [];
  const below = toManyOf(resource).flatMap(({ key, resource: related }) => {
    const fields = matchesOf(related).map(([name]) => [name, { anyOf: [text, operators] }] as const);
    return fields.length === 0 ? [] : [[key, anyOfThese(Object.fromEntries(fields))] as const];
  });
  const members = { ...Object.fromEntries(below), ...Object.fromEntries(own) };
  if (Object.keys(members).length === 0) return [];
  const description = withOwn
    ? 'Matches with an operator, as `filter[age][gte]=18`, and of included relations, as `filter[posts][status]=draft`.'
    : 'Matches of included relations, as `filter[posts][status]=draft`.';
  return [
    {
      name: 'filter',
      in: 'query',
      description,
      style: 'deepObject',
      explode: true,
      schema: anyOfThese(members),
      example: {},
    },
  ];
}
