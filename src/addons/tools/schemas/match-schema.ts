import type { FilterOptions } from '../../../definition/contracts/filter.js';
import type { DescribedQuery } from '../../../modules/records/reading/query-catalogue.js';
import type { CompiledFilter } from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { operatorNames } from '../../../pipeline/request/match-operators.js';
import { payloadSources } from '../../../rules/check/payload-rules.js';
import { schemaOf } from '../../../rules/schema/schema-of.js';
import { anyValue, clientSchema } from './client-schema.js';
import { objectSchema } from './key-schema.js';
import { payloadOf } from './payload-schema.js';

/** The form of each type of match; all are strings, as in a URL. @contract C5.6 */
const forms: Readonly<Record<string, string>> = {
  text: 'a string, a list separated by commas, or null',
  number: 'a number, a list separated by commas, or null',
  between: 'a number, a range "from,to", or null',
  datetime: 'a day such as 2024-02-29, a range "from,to" of two instants, or null',
  boolean: 'true, false or null',
};

/** Returns the schemas of a match and of its negation. */
export const matchSchemas = ({
  key,
  type,
}: DescribedQuery['matches'][number]): readonly (readonly [string, JsonSchema])[] => [
  [key, { type: 'string', description: forms[type] }],
  [`-${key}`, { type: 'string', description: 'not' }],
];

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

const filterForm = ({ key, name, options }: CompiledFilter): JsonSchema => ({
  description: name,
  ...objectSchema({ key: { type: 'string', enum: [key] }, value: filterValueSchema(options) }, [
    'key',
    'value',
  ]),
});

function filterValueSchema({ rules, value }: FilterOptions): JsonSchema {
  if (rules) return clientSchema(schemaOf(payloadSources({ rules })));
  return value ? payloadOf({ options: { rules: { value } } }).properties.value! : anyValue;
}
