import { Inject, Injectable } from '@nestjs/common';
import { attributeNames } from '../../../pipeline/authorization/authorize-include.js';
import { availableOf } from '../../../pipeline/authorization/is-available.js';
import type { Operation } from '../../../base/types/register.js';
import {
  QueryCatalogue,
  type DescribedQuery,
} from '../../../modules/records/reading/query-catalogue.js';
import { ReadRecords } from '../../../modules/records/reading/read-records.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type {
  CompiledRelated,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { DEFAULT_PAGE_SIZE } from '../../../registry/resources/page-size.js';
import type { JsonSchema } from '../../../base/json-schema.js';
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

/**
 * Builds the schemas of query arguments, with only the names that the user may use.
 *
 * @contract C5.1, C5.9
 */
@Injectable()
export class QuerySchema {
  constructor(
    private readonly reads: ReadRecords,
    private readonly catalogue: QueryCatalogue,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** Returns the arguments that shape a record and its relations. */
  async record(context: RequestContext, operation: Operation): Promise<Properties> {
    const relations = await this.relationsOf(context, operation);
    const lists = listsAmong(relations);
    return {
      ...this.shape(context, relations, lists),
      ...(lists.length > 0 && { sort: relatedSort(lists), filter: filterSchema([], lists) }),
    };
  }

  /** Returns the arguments of an index. */
  async page(context: RequestContext): Promise<Properties> {
    const described = await this.catalogue.describe(context, '');
    const relations = await this.relationsOf(context, 'index');
    const lists = listsAmong(relations);
    return {
      ...this.shape(context, relations, lists),
      ...this.placing(),
      sort: sortSchema(described, lists),
      ...this.narrowing(context, described, lists),
    };
  }

  /** Returns the arguments that select the records of an action. @spec Actions, rule 4 */
  async selection(context: RequestContext): Promise<Properties> {
    return this.narrowing(context, await this.catalogue.describe(context, ''), []);
  }

  private shape(
    { resource }: RequestContext,
    relations: readonly CompiledRelated[],
    lists: readonly string[],
  ): Properties {
    return {
      ...fieldsSchema(resource),
      ...(relations.length > 0 && this.includeSchema(relations)),
      ...(lists.length > 0 && this.perList),
    };
  }

  private narrowing(
    { resource }: RequestContext,
    { matches, searchables, filters }: DescribedQuery,
    lists: readonly string[],
  ): Properties {
    const declared = filters.map(({ key }) => resource.filters.get(key)!);
    const fields = matches.map(({ key }) => key);
    return {
      ...(searchables.length > 0 && {
        search: this.searchSchema(searchables.map(({ key }) => key)),
      }),
      ...Object.fromEntries(matches.flatMap(matchSchemas)),
      ...(fields.length + lists.length > 0 && { filter: filterSchema(fields, lists) }),
      ...(declared.length > 0 && { filters: declaredFilterSchema(declared) }),
    };
  }

  private searchSchema(columns: readonly string[]): JsonSchema {
    const description = `Case-insensitive search in: ${columns.join(',')}`;
    return { type: 'string', maxLength: this.options.limits.searchLength, description };
  }

  private includeSchema(relations: readonly CompiledRelated[]): Properties {
    const keys = relations.map(({ key }) => key).join(',');
    const nesting = `Dots load nested relations, up to ${this.options.limits.includeDepth} levels; brackets select columns`;
    const description = `Relations to load, separated by commas: ${keys}. ${nesting}: relation[column|column].relation`;
    return {
      include: { type: 'string', description },
      related: { type: 'string', description: 'Same as "include".' },
    };
  }

  private get perList(): Properties {
    const description = `Related records per list; ${DEFAULT_SIZE}.`;
    return {
      relatablePerPage: { ...countSchema(this.options.limits.relatablePerPage), description },
      more: {
        type: 'boolean',
        description: 'If true, meta.more links to the rest of each list that was cut.',
      },
    };
  }

  private placing(): Properties {
    const { perPage } = this.options.limits;
    return {
      page: { ...countSchema(), description: 'Page number, from 1. Not allowed with "cursor".' },
      perPage: {
        ...countSchema(perPage),
        description: `Records per page; ${DEFAULT_SIZE}.`,
      },
      cursor: {
        type: 'string',
        description:
          'Replaces "page", for pages that do not shift when records change: empty for the first page, then the value in links.next.',
      },
      count: {
        type: 'string',
        enum: ['exact', 'none'],
        description: '"none" omits the total, which is faster.',
      },
    };
  }

  private relationsOf(
    context: RequestContext,
    operation: Operation,
  ): Promise<readonly CompiledRelated[]> {
    const request = this.reads.describeRequest(context, '', operation, null);
    return availableOf([...context.resource.relations.values()], request, context.authorizer);
  }
}

const countSchema = (max?: number): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  ...(max !== undefined && { maximum: max }),
});

function fieldsSchema(resource: CompiledResource): Properties {
  const columns = attributeNames(resource);
  return {
    fields: {
      type: 'string',
      description: `Columns to return, separated by commas: ${columns.join(',')}`,
    },
  };
}

const listsAmong = (relations: readonly CompiledRelated[]): readonly string[] =>
  relations.flatMap((member) => (member.form === 'relation' && member.many ? [member.key] : []));

/** Nested lists can be sorted too; their paths are too many to list as properties. */
const relatedSort = (lists: readonly string[]): JsonSchema => ({
  type: 'object',
  description: `Sort order of included lists: path of a list (${pathsOf(lists)}) -> column, or -column for descending.`,
});

function sortSchema({ sortables }: DescribedQuery, lists: readonly string[]): JsonSchema {
  const names = ['id', ...sortables.map(({ key }) => key)].join(',');
  const description = `Sort columns, separated by commas, "-" for descending: ${names}. Default: -id.`;
  const own = { type: 'string', description };
  return lists.length === 0 ? own : { anyOf: [own, relatedSort(lists)] };
}
