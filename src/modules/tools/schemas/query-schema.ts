import { Inject, Injectable } from '@nestjs/common';
import { availableOf } from '../../../authorization/is-available.js';
import type { Operation } from '../../../types/register.js';
import { QueryCatalogue, type DescribedQuery } from '../../records/reading/query-catalogue.js';
import { ReadRecords } from '../../records/reading/read-records.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledRelated, CompiledResource } from '../../../registry/compiled-resource.js';
import { DEFAULT_PAGE_SIZE } from '../../../registry/page-size.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import { declaredFilterSchema, filterSchema, matchSchemas, pathsOf } from './match-schema.js';

const UNLESS_SET = `${DEFAULT_PAGE_SIZE} unless the resource says otherwise`;

type Properties = Readonly<Record<string, JsonSchema>>;

const shaping = ['include', 'related', 'relatablePerPage', 'fields', 'more', 'sort', 'filter'];

/**
 * The arguments that say what the answer of a write shows; a member of the body keeps its name.
 * @contract C5.1
 */
export const shapingOf = ({ fields, inputs, relations }: CompiledResource): ReadonlySet<string> =>
  new Set(shaping.filter((name) => !fields.has(name) && !inputs.has(name) && !relations.has(name)));

/**
 * The query language as arguments, with the names that this user may use, and no others.
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

  /** What an answer is to show of a record, and of its relations. */
  async record(context: RequestContext, operation: Operation): Promise<Properties> {
    const relations = await this.relationsOf(context, operation);
    const lists = listsAmong(relations);
    return {
      ...this.shape(context, relations, lists),
      ...(lists.length > 0 && { sort: relatedSort(lists), filter: filterSchema([], lists) }),
    };
  }

  /** What an index can be asked for. */
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

  /** What says which records are meant. @spec Actions, rule 4 */
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
    const description = `A text to look for, whatever its case, in: ${columns.join(',')}`;
    return { type: 'string', maxLength: this.options.limits.searchLength, description };
  }

  private includeSchema(relations: readonly CompiledRelated[]): Properties {
    const keys = relations.map(({ key }) => key).join(',');
    const deeper = `Dots go on, to ${this.options.limits.includeDepth} levels; brackets choose columns`;
    const description = `Relations to load, with commas: ${keys}. ${deeper}: relation[column|column].relation`;
    return {
      include: { type: 'string', description },
      related: { type: 'string', description: 'As "include".' },
    };
  }

  private get perList(): Properties {
    const description = `Related records of each list; ${UNLESS_SET}.`;
    return {
      relatablePerPage: { ...countSchema(this.options.limits.relatablePerPage), description },
      more: {
        type: 'boolean',
        description: 'true: meta.more links to the rest of each list that was cut.',
      },
    };
  }

  private placing(): Properties {
    const { perPage } = this.options.limits;
    return {
      page: { ...countSchema(), description: 'The page, from 1. Not beside "cursor".' },
      perPage: {
        ...countSchema(perPage),
        description: `Records of a page; ${UNLESS_SET}.`,
      },
      cursor: {
        type: 'string',
        description:
          'In place of "page", for pages that nothing shifts: empty to begin, then as links.next has it.',
      },
      count: {
        type: 'string',
        enum: ['exact', 'none'],
        description: 'none: pages without their total, which is faster.',
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

function fieldsSchema({ fields }: CompiledResource): Properties {
  const columns = [...fields.values()].filter(({ readable }) => readable).map(({ name }) => name);
  return {
    fields: { type: 'string', description: `Columns to answer, with commas: ${columns.join(',')}` },
  };
}

const listsAmong = (relations: readonly CompiledRelated[]): readonly string[] =>
  relations.flatMap((member) => (member.form === 'relation' && member.many ? [member.key] : []));

/** Lists of lists have their orders, too; their paths are too many to be members. */
const relatedSort = (lists: readonly string[]): JsonSchema => ({
  type: 'object',
  description: `The order inside included lists: path of a list (${pathsOf(lists)}) -> column, or -column for the other way round.`,
});

function sortSchema({ sortables }: DescribedQuery, lists: readonly string[]): JsonSchema {
  const names = ['id', ...sortables.map(({ key }) => key)].join(',');
  const description = `The order, with commas, "-" for the other way round: ${names}. The highest keys come first unless told.`;
  const own = { type: 'string', description };
  return lists.length === 0 ? own : { anyOf: [own, relatedSort(lists)] };
}
