import type { Matchable } from '../../../pipeline/authorization/allow-list.js';
import { matchForms } from '../../../pipeline/describing/match-forms.js';
import { filterValue } from '../../../pipeline/describing/payload-members.js';
import type {
  CompiledFilter,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { optionsNamed, withDeprecation } from '../../../registry/resources/deprecation.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { operatorNames } from '../../../pipeline/request/match-operators.js';
import { clientSchema } from './client-schema.js';
import { objectSchema } from './key-schema.js';

/** Returns the schemas of a match and of its negation. */
export function matchSchemas(
  resource: CompiledResource,
  [key, { type }]: readonly [string, Matchable],
): readonly (readonly [string, JsonSchema])[] {
  const options = optionsNamed(resource, key);
  const schemaOf = (description: string): JsonSchema =>
    withDeprecation({ type: 'string', description }, options);
  return [
    [key, schemaOf(`${matchForms[type]}, or null`)],
    [`-${key}`, schemaOf('not')],
  ];
}

/**
 * Returns the schema of `filter`. The values are not described further: clients load the whole list
 * of tools, and it would grow with every operator of every field.
 */
export const filterSchema = (fields: readonly string[], lists: readonly string[]): JsonSchema => ({
  type: 'object',
  description: [
    ...(fields.length > 0 ? [`Field (${fields.join(',')}) -> ${OF_A_FIELD}.`] : []),
    ...(lists.length > 0
      ? [`Path of an included list (${pathsOf(lists)}) -> {field: ${OF_A_FIELD}}.`]
      : []),
  ].join(' '),
});

const OF_A_FIELD = `value, or {${operatorNames().join('|')}: value}`;

export const pathsOf = (lists: readonly string[]): string =>
  `${lists.join(',')}; nested lists with dots: list.list`;

/** Returns the schema of the declared filters, each with the rules of its value. @contract C5.7 */
export function declaredFilterSchema(filters: readonly CompiledFilter[]): JsonSchema {
  const [only, ...others] = filters.map(filterForm);
  return {
    type: 'array',
    description: 'Declared filters, each with its value.',
    items: others.length === 0 ? only! : { anyOf: [only!, ...others] },
  };
}

const filterForm = (filter: CompiledFilter): JsonSchema => ({
  description: filter.name,
  ...objectSchema(
    {
      key: { type: 'string', enum: [filter.key] },
      value: clientSchema(filterValue(filter)),
    },
    ['key', 'value'],
  ),
});
