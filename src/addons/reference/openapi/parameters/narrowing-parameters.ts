import { allowListOf } from '../../../../pipeline/authorization/allow-list.js';
import type {
  CompiledFilter,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import { JSON_TYPE, type Schema } from '../document/open-api.js';
import { listOf, oneOf } from '../schemas/objects.js';
import { ruledSchema } from '../schemas/ruled.js';
import type { DescribeParameter } from './query-parameters.js';
import { commaList, orders, query } from './reading-parameters.js';

/** Parameters that select and order the records of an index. */
export const narrowingParameters: Readonly<Record<string, DescribeParameter>> = {
  search: (resource, limits) => {
    const columns = searched(resource);
    if (columns.length === 0) return [];
    const description = `A search term; matches case-insensitively in any of: ${columns.join(', ')}.`;
    return [query('search', description, { type: 'string', maxLength: limits.searchLength })];
  },
  sort: (resource) => [
    commaList(
      'sort',
      'The order: columns, with the prefix `-` for descending. Default: by key, descending.',
      {
        enum: orders(resource),
      },
    ),
  ],
  filters: ({ filters }) =>
    filters.size === 0
      ? []
      : [
          {
            name: 'filters',
            in: 'query',
            description: `Declared filters with their values, as JSON or as base64-encoded JSON. Filters: ${[...filters.keys()].join(', ')}.`,
            content: {
              [JSON_TYPE]: {
                schema: listOf(oneOf([...filters.values()].map(filterSchema))),
                example: [],
              },
            },
          },
        ],
};

/** Columns of a relation are only searched if the relation is loaded. @spec Loading relations, 6 */
function searched(resource: CompiledResource): readonly string[] {
  const { searches, searchesThrough } = allowListOf(resource);
  const through = searchesThrough.flatMap(({ key, options: { searchable } }) =>
    Array.isArray(searchable)
      ? searchable.map((column) => `${key}.${column} (with \`include=${key}\`)`)
      : [`${key} (with \`include=${key}\`)`],
  );
  return [...searches.map(({ name }) => name), ...through];
}

/** @contract C5.7 */
const filterSchema = (filter: CompiledFilter): Schema => ({
  title: filter.name,
  type: 'object',
  required: ['key', 'value'],
  properties: {
    key: { type: 'string', const: filter.key },
    value: filterValueSchema(filter),
  },
});

/** Returns the schema of a filter's value. */
export function filterValueSchema({ options: { rules, value = [] } }: CompiledFilter): Schema {
  const sources = Object.entries(rules ?? { value }).map(
    ([field, specs]) => [field, { rules: specs }] as const,
  );
  const schema = ruledSchema(Object.fromEntries(sources));
  return rules ? schema : schema.properties.value!;
}
