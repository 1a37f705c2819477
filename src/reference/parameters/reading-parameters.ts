import { allowListOf } from '../../authorization/allow-list.js';
import { readableFields } from '../../authorization/authorize-include.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { Parameter } from '../open-api.js';
import { toManyOf } from '../schemas/pages.js';
import type { DescribeParameter } from './query-parameters.js';

/** A list with commas between its items. */
export const commaList = (name: string, description: string, items: object): Parameter => ({
  name,
  in: 'query',
  description,
  style: 'form',
  explode: false,
  schema: { type: 'array', items: { type: 'string', ...items } },
});

export const query = (name: string, description: string, schema: object): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
});

const relationsText = ({ relations }: CompiledResource): string => [...relations.keys()].join(', ');

const include =
  (name: string, also: string): DescribeParameter =>
  (resource) =>
    resource.relations.size === 0
      ? []
      : [
          commaList(
            name,
            `Related records to load, as \`posts\`, nested as \`posts.comments\`, with columns as \`posts[id|title]\`${also}. Relations: ${relationsText(resource)}.`,
            { minLength: 1 },
          ),
        ];

/** What says how much of a record is read. @contract C5.1 */
export const readingParameters: Readonly<Record<string, DescribeParameter>> = {
  include: include('include', ''),
  related: include('related', '; it means the same as `include`, and both together merge'),
  'fields[<resource>]': (resource) => [
    commaList(`fields[${resource.key}]`, `The attributes to answer; all of them unless told.`, {
      enum: ['id', ...readableFields(resource).map(({ name }) => name)],
    }),
  ],
  relatablePerPage: (resource, limits) =>
    toManyOf(resource).length === 0
      ? []
      : [
          query(
            'relatablePerPage',
            'Related records for each parent and relation, at every level.',
            {
              type: 'integer',
              minimum: 1,
              maximum: limits.relatablePerPage,
            },
          ),
        ],
  more: (resource) =>
    toManyOf(resource).length === 0
      ? []
      : [
          query(
            'more',
            'Whether `meta.more` tells of the relations that were cut, with links to read on.',
            {
              type: 'boolean',
            },
          ),
        ],
  'sort[<relation>]': (resource) =>
    toManyOf(resource).map(({ key, resource: related }) =>
      commaList(
        `sort[${key}]`,
        `The order of the included ${key}; a nested relation by its dotted path.`,
        {
          enum: orders(related),
        },
      ),
    ),
};

/** `title`, `-title` for everything that a resource may be sorted by. @contract C5.5 */
export const orders = (resource: CompiledResource): readonly string[] =>
  [...allowListOf(resource).sorts.keys()].flatMap((key) => [key, `-${key}`]);
