import { queryMembers } from '../../../../pipeline/describing/query-members.js';
import { queryValues } from '../../../../pipeline/describing/query-values.js';
import {
  withDeprecatedNames,
  withDeprecation,
} from '../../../../registry/resources/deprecation.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import type { ParameterObject } from '../document/open-api.js';
import type { DescribeParameter } from './query-parameters.js';

/** Returns a parameter with a comma-separated list. */
export const commaList = (name: string, description: string, items: object): ParameterObject => ({
  name,
  in: 'query',
  description,
  style: 'form',
  explode: false,
  schema: { type: 'array', items: { type: 'string', ...items } },
});

export const query = (name: string, description: string, schema: object): ParameterObject => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
});

function describeRelations(resource: CompiledResource): string {
  const keys = queryMembers(resource).relations.map(({ key }) => key);
  return withDeprecatedNames(`Relations: ${keys.join(', ')}.`, resource, keys);
}

const include: DescribeParameter = (resource) =>
  resource.relations.size === 0
    ? []
    : [
        commaList(
          'include',
          `The related records to load: \`posts\`, nested \`posts.comments\`, or with columns \`posts[id|title]\`. \`related\` is another name. ${describeRelations(resource)}`,
          { minLength: 1 },
        ),
      ];

/** Another name of a parameter, which that parameter's description mentions. */
export const describedBy =
  (_parameter: string): DescribeParameter =>
  () => [];

/** Parameters that select the parts of a record to read. @contract C5.1 */
export const readingParameters: Readonly<Record<string, DescribeParameter>> = {
  include,
  related: describedBy('include'),
  'fields[<resource>]': (resource) => {
    const names = ['id', ...queryMembers(resource).attributes];
    const description = 'The attributes to return. Default: all.';
    return [
      commaList(`fields[${resource.key}]`, withDeprecatedNames(description, resource, names), {
        enum: names,
      }),
    ];
  },
  relatablePerPage: (resource, { limits }) =>
    queryMembers(resource).lists.length === 0
      ? []
      : [
          query(
            'relatablePerPage',
            'The maximum number of related records per parent and relation, at every level.',
            queryValues(limits).relatablePerPage,
          ),
        ],
  more: (resource) =>
    queryMembers(resource).lists.length === 0
      ? []
      : [
          query(
            'more',
            'Whether `meta.more` lists the relations that were cut, with links to read on.',
            {
              type: 'boolean',
            },
          ),
        ],
  'sort[<relation>]': (resource) =>
    queryMembers(resource).lists.map(({ key, options, resource: related }) =>
      withDeprecation(
        order(
          `sort[${key}]`,
          `The order of the included ${key}. Name nested relations by their dotted path.`,
          related,
        ),
        options,
      ),
    ),
};

/**
 * Returns a parameter for `title` and `-title`, for everything that a resource can be sorted by.
 * @contract C5.5
 */
export function order(
  name: string,
  description: string,
  resource: CompiledResource,
): ParameterObject {
  const { sorts } = queryMembers(resource);
  return commaList(name, withDeprecatedNames(description, resource, sorts), {
    enum: sorts.flatMap((key) => [key, `-${key}`]),
  });
}
