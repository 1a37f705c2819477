import { queryMembers } from '../../../../pipeline/describing/query-members.js';
import { filterValue } from '../../../../pipeline/describing/payload-members.js';
import { queryValues } from '../../../../pipeline/describing/query-values.js';
import type {
  CompiledFilter,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import { JSON_TYPE, type Schema } from '../document/open-api.js';
import { arrayOf, anyOfSchemas } from '../schemas/objects.js';
import { withItems } from '../schemas/ruled.js';
import type { DescribeParameter } from './query-parameters.js';
import { order, query } from './reading-parameters.js';

/** Parameters that select and order the records of an index. */
export const narrowingParameters: Readonly<Record<string, DescribeParameter>> = {
  search: (resource, { limits }) => {
    const columns = searched(resource);
    if (columns.length === 0) return [];
    const description = `A search term; matches case-insensitively in any of: ${columns.join(', ')}.`;
    return [query('search', description, queryValues(limits).search)];
  },
  sort: (resource) => [
    order(
      'sort',
      'The order: columns, with the prefix `-` for descending. Default: by key, descending.',
      resource,
    ),
  ],
  filters: ({ filters }) =>
    filters.size === 0
      ? []
      : [
          query(
            'filters',
            `Declared filters with their values, as JSON or as base64-encoded JSON. Filters: ${[...filters.keys()].join(', ')}.`,
            {
              type: 'string',
              contentMediaType: JSON_TYPE,
              contentSchema: arrayOf(anyOfSchemas([...filters.values()].map(filterSchema))),
            },
          ),
        ],
};

/** Columns of a relation are only searched if the relation is loaded. @spec Loading relations, 6 */
const searched = (resource: CompiledResource): readonly string[] =>
  queryMembers(resource).searches.map(({ key, relation }) =>
    relation === null ? key : `${key} (with \`include=${relation}\`)`,
  );

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
export const filterValueSchema = (filter: CompiledFilter): Schema =>
  withItems(filterValue(filter)) as Schema;
