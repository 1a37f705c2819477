import type { FilterOptions } from '../../../definition/filter.js';
import type { DescribedQuery } from '../../records/reading/query-catalogue.js';
import type { CompiledFilter } from '../../../registry/compiled-resource.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import { operatorNames } from '../../../request/match-operators.js';
import { payloadSources } from '../../../rules/payload-rules.js';
import { schemaOf } from '../../../rules/schema-of.js';
import { anyValue, clientSchema } from './client-schema.js';
import { objectSchema } from './key-schema.js';
import { payloadOf } from './payload-schema.js';

/** How each type of match is written; all are texts, as in a URL. @contract C5.6 */
const forms: Readonly<Record<string, string>> = {
  text: 'a text; several with commas; null',
  number: 'a number; several with commas; null',
  between: 'a number, or two with a comma: from,to; null',
  datetime: 'a day such as 2024-02-29, or two instants with a comma: from,to; null',
  boolean: 'true, false or null',
};

/** A field beside its value, and one beside a value that records are to be without. */
export const matchSchemas = ({
  key,
  type,
}: DescribedQuery['matches'][number]): readonly (readonly [string, JsonSchema])[] => [
  [key, { type: 'string', description: forms[type] }],
  [`-${key}`, { type: 'string', description: 'not' }],
];

/**
 * Fields beside a value or operators. What stands under a name is left open, since a list of tools
 * is read as a whole, and would grow with every operator of every field.
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

/** Lists, and those inside them. */
export const pathsOf = (lists: readonly string[]): string =>
  `${lists.join(',')}; deeper by dots: list.list`;

/** The filters that a resource declares, each with a value by its own rules. @contract C5.7 */
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
