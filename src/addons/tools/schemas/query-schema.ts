import type { JsonSchema } from '../../../base/json-schema.js';
import type { Operation } from '../../../base/types/register.js';
import type { Limits } from '../../../options/limits.js';
import {
  describeUnparsed,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import {
  narrowingMembers,
  shapingMembers,
  type NarrowingMembers,
  type ShapingMembers,
} from '../../../pipeline/describing/query-members.js';
import { queryValues } from '../../../pipeline/describing/query-values.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { withDeprecatedNames } from '../../../registry/resources/deprecation.js';
import { DEFAULT_PAGE_SIZE } from '../../../registry/resources/page-size.js';
import { declaredFilterSchema, filterSchema, matchSchemas, pathsOf } from './match-schema.js';

const DEFAULT_SIZE = `default ${DEFAULT_PAGE_SIZE} unless the resource sets another`;

type Properties = Readonly<Record<string, JsonSchema>>;

const shaping = ['include', 'related', 'relatablePerPage', 'fields', 'more', 'sort', 'filter'];

/**
 * Returns the arguments that shape the response of a write. A member of the body takes precedence
 * over an argument of the same name.
 * @contract C5.1
 */
export const shapingOf = ({ fields, inputs, relations }: CompiledResource): ReadonlySet<string> =>
  new Set(shaping.filter((name) => !fields.has(name) && !inputs.has(name) && !relations.has(name)));

/** Returns the arguments that shape a record and its relations. @contract C5.1, C5.9 */
export async function recordArguments(
  context: RequestContext,
  operation: Operation,
  limits: Limits,
): Promise<Properties> {
  const members = await shapingMembers(context, describeUnparsed(context, operation, '', null));
  const lists = keysOf(members.lists);
  return {
    ...shape(context.resource, members, limits),
    ...(lists.length > 0 && { sort: relatedSort(lists), filter: filterSchema([], lists) }),
  };
}

/** Returns the arguments of an index. @contract C5.1, C5.9 */
export async function pageArguments(context: RequestContext, limits: Limits): Promise<Properties> {
  const request = describeUnparsed(context, 'index', '', null);
  const shaping = await shapingMembers(context, request);
  const members = await narrowingMembers(context, request);
  const lists = keysOf(shaping.lists);
  return {
    ...shape(context.resource, shaping, limits),
    ...placing(limits),
    sort: sortSchema(context.resource, members.sorts, lists),
    ...narrowing(context.resource, members, limits, lists),
  };
}

/** Returns the arguments that select the records of an action. @spec Actions, rule 4 */
export async function selectionArguments(
  context: RequestContext,
  limits: Limits,
): Promise<Properties> {
  const request = describeUnparsed(context, 'index', '', null);
  return narrowing(context.resource, await narrowingMembers(context, request), limits, []);
}

const keysOf = (members: readonly { readonly key: string }[]): readonly string[] =>
  members.map(({ key }) => key);

const shape = (
  resource: CompiledResource,
  { attributes, relations, lists }: ShapingMembers,
  limits: Limits,
): Properties => ({
  fields: {
    type: 'string',
    description: withDeprecatedNames(
      `Columns to return, separated by commas: ${attributes.join(',')}`,
      resource,
      attributes,
    ),
  },
  ...(relations.length > 0 && includeSchema(resource, keysOf(relations), limits)),
  ...(lists.length > 0 && perList(limits)),
});

const narrowing = (
  resource: CompiledResource,
  { matches, searches, filters }: NarrowingMembers,
  limits: Limits,
  lists: readonly string[],
): Properties => ({
  ...(searches.length > 0 && {
    search: {
      ...queryValues(limits).search,
      description: `Case-insensitive search in: ${keysOf(searches).join(',')}`,
    },
  }),
  ...Object.fromEntries([...matches].flatMap((match) => matchSchemas(resource, match))),
  ...(matches.size + lists.length > 0 && { filter: filterSchema([...matches.keys()], lists) }),
  ...(filters.length > 0 && { filters: declaredFilterSchema(filters) }),
});

function includeSchema(
  resource: CompiledResource,
  keys: readonly string[],
  { includeDepth }: Limits,
): Properties {
  const nesting = `Dots load nested relations, up to ${includeDepth} levels; brackets select columns`;
  const description = `Relations to load, separated by commas: ${keys.join(',')}. ${nesting}: relation[column|column].relation`;
  return {
    include: { type: 'string', description: withDeprecatedNames(description, resource, keys) },
    related: { type: 'string', description: 'Same as "include".' },
  };
}

const perList = (limits: Limits): Properties => ({
  relatablePerPage: {
    ...queryValues(limits).relatablePerPage,
    description: `Related records per list; ${DEFAULT_SIZE}.`,
  },
  more: {
    type: 'boolean',
    description: 'If true, meta.more links to the rest of each list that was cut.',
  },
});

function placing(limits: Limits): Properties {
  const { page, perPage, count } = queryValues(limits);
  return {
    page: { ...page, description: 'Page number, from 1. Not allowed with "cursor".' },
    perPage: { ...perPage, description: `Records per page; ${DEFAULT_SIZE}.` },
    cursor: {
      type: 'string',
      description:
        'Replaces "page", for pages that do not shift when records change: empty for the first page, then the value in links.next.',
    },
    count: {
      ...count,
      description: '"none" omits the total and "estimated" may estimate it; both are faster.',
    },
  };
}

/** Nested lists can be sorted too; their paths are too many to list as properties. */
const relatedSort = (lists: readonly string[]): JsonSchema => ({
  type: 'object',
  description: `Sort order of included lists: path of a list (${pathsOf(lists)}) -> column, or -column for descending.`,
});

function sortSchema(
  resource: CompiledResource,
  sorts: readonly string[],
  lists: readonly string[],
): JsonSchema {
  const names = ['id', ...sorts.filter((key) => key !== 'id')];
  const description = `Sort columns, separated by commas, "-" for descending: ${names.join(',')}. Default: -id.`;
  const own = {
    type: 'string',
    description: withDeprecatedNames(description, resource, names),
  };
  return lists.length === 0 ? own : { anyOf: [own, relatedSort(lists)] };
}
