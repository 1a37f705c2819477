import { queryMembers } from '../../../../pipeline/describing/query-members.js';
import type { Matchable } from '../../../../pipeline/authorization/allow-list.js';
import { matchForms } from '../../../../pipeline/describing/match-forms.js';
import type {
  CompiledResource,
  MatchType,
} from '../../../../registry/resources/compiled-resource.js';
import { operatorsOf, takesList } from '../../../../pipeline/request/match-operators.js';
import { optionsNamed, withDeprecation } from '../../../../registry/resources/deprecation.js';
import { schemaNames, schemaRef } from '../document/components.js';
import type { ParameterObject, Schema } from '../document/open-api.js';
import { anyOfThese } from '../schemas/objects.js';
import type { DescribeParameter } from './query-parameters.js';
import { query } from './reading-parameters.js';

const string: Schema = { type: 'string' };

/** Clients may send numbers and booleans: a query string contains them in the same form. */
const single: Readonly<Record<MatchType, Schema>> = {
  text: string,
  number: { type: ['number', 'string'] },
  between: { type: ['number', 'string'] },
  datetime: string,
  boolean: { type: ['boolean', 'string'] },
};

/** Returns the schema of a value that a match compares with. `null` is written as a string. */
export const matchValueSchema = ({ column, type }: Matchable): Schema =>
  column.type === 'uuid' ? { ...string, format: 'uuid' } : single[type];

/**
 * Match parameters: `<field>` and `filter[<field>][<operator>]`.
 * @contract C5.6
 */
export const matchParameters: Readonly<Record<string, DescribeParameter>> = {
  'filter[<field>]': (resource) =>
    matchesOf(resource).flatMap((match) =>
      [...byName(match), byOperator(`filter[${match[0]}]`, match)].map((parameter) =>
        withDeprecation(parameter, optionsNamed(resource, match[0])),
      ),
    ),
  'filter[<relation>][<field>]': (resource) =>
    queryMembers(resource).lists.flatMap(({ key, options, resource: related }) =>
      matchesOf(related).map((match) => {
        const parameter = byOperator(
          `filter[${key}][${match[0]}]`,
          match,
          ` of the included ${key}`,
        );
        return [options, optionsNamed(related, match[0])].reduce(withDeprecation, parameter);
      }),
    ),
};

/** The operators of each type with the values that they take, as components. */
export const operatorSchemas = (): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    (Object.keys(single) as MatchType[]).map((type) => {
      const values = operatorsOf(type).map(
        (operator) => [operator, takesList(operator) ? string : single[type]] as const,
      );
      // Without an example, pages would begin with a value for each operator.
      const schema = { ...anyOfThese(Object.fromEntries(values)), examples: [{}] };
      return [schemaNames.operators(type), schema];
    }),
  );

const matchesOf = (resource: CompiledResource): readonly (readonly [string, Matchable])[] => [
  ...queryMembers(resource).matches,
];

const byName = ([name, { type }]: readonly [string, Matchable]): readonly ParameterObject[] => [
  query(
    name,
    `Records with this ${name}: ${matchForms[type]}. \`null\` means no value. \`-${name}\` finds all others.`,
    string,
  ),
];

/**
 * One flat `deepObject` per field, because OpenAPI does not define how nested objects are written,
 * and generated clients cannot send them. `{gte: 18}` becomes `filter[age][gte]=18`.
 */
function byOperator(
  parameter: string,
  [name, { type }]: readonly [string, Matchable],
  owner = '',
): ParameterObject {
  return {
    name: parameter,
    in: 'query',
    description: `Compares ${name}${owner}.`,
    style: 'deepObject',
    explode: true,
    schema: schemaRef(schemaNames.operators(type)),
  };
}
