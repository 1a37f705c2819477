import { allowListOf, type Matchable } from '../../authorization/allow-list.js';
import type { CompiledResource, MatchType } from '../../registry/compiled-resource.js';
import { operatorsOf, takesList } from '../../request/match-operators.js';
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

/** Clients may send a number or a boolean as such: it is written the same way in a query string. */
const single: Readonly<Record<MatchType, Schema>> = {
  text,
  number: { type: ['number', 'string'] },
  between: { type: ['number', 'string'] },
  datetime: text,
  boolean: { type: ['boolean', 'string'] },
};

/**
 * Match parameters: by the name of the field, and by `filter[<field>][<operator>]`.
 * @contract C5.6
 */
export const matchParameters: Readonly<Record<string, DescribeParameter>> = {
  'filter[<field>]': (resource) =>
    matchesOf(resource).flatMap((match) => [
      ...byName(match),
      byOperator(`filter[${match[0]}]`, match),
    ]),
  'filter[<relation>][<field>]': (resource) =>
    toManyOf(resource).flatMap(({ key, resource: related }) =>
      matchesOf(related).map((match) =>
        byOperator(`filter[${key}][${match[0]}]`, match, `; for included ${key}`),
      ),
    ),
};

const matchesOf = (resource: CompiledResource): readonly (readonly [string, Matchable])[] => [
  ...allowListOf(resource).matches,
];

const byName = ([name, { type }]: readonly [string, Matchable]): readonly Parameter[] => [
  query(name, `Records with this ${name}. ${written[type]} \`null\` means none.`, text),
  query(`-${name}`, `Records without this ${name}; those that have none stay.`, text),
];

/**
 * One flat `deepObject` per field: OpenAPI does not define how nested objects are written, so that
 * generated clients cannot send them. `{gte: 18}` becomes `filter[age][gte]=18`.
 */
function byOperator(
  parameter: string,
  [name, { type }]: readonly [string, Matchable],
  where = '',
): Parameter {
  const operators = operatorsOf(type).map(
    (operator) => [operator, takesList(operator) ? text : single[type]] as const,
  );
  return {
    name: parameter,
    in: 'query',
    description: `Compares ${name} by operators, as \`${parameter}[${operators[0]![0]}]=…\`${where}.`,
    style: 'deepObject',
    explode: true,
    schema: anyOfThese(Object.fromEntries(operators)),
    example: {},
  };
}
