import type { Limits } from '../../options/limits.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { exportFormats } from '../../request/export-format.js';
import { lastPage, MAX_COUNTED } from '../../request/page-parser.js';
import type { Parameter } from '../open-api.js';
import type { DescribeParameter } from './query-parameters.js';
import { query } from './reading-parameters.js';

/**
 * No parameter has a `default`: a client that sends defaults would send two parameters for the same
 * thing, which is a 400.
 */
const pageNumber =
  (name: string): DescribeParameter =>
  (_resource, { perPage }) => [
    query(name, 'The page number. Default: 1.', {
      type: 'integer',
      minimum: 1,
      maximum: lastPage(perPage),
    }),
  ];

const exportTypes = Object.values(exportFormats)
  .map(({ mediaType }) => `\`${mediaType}\``)
  .join(' or ');

const pageSize =
  (name: string): DescribeParameter =>
  ({ perPage: usual }: CompiledResource, { perPage }: Limits): readonly Parameter[] => [
    query(
      name,
      `Records per page. Default: ${usual}. \`all\` returns every record, as ${exportTypes}.`,
      { oneOf: [{ type: 'integer', minimum: 1, maximum: perPage }, { const: 'all' }] },
    ),
  ];

/** Parameters that select a page of an index. @contract C3.1, C5.4 */
export const pageParameters: Readonly<Record<string, DescribeParameter>> = {
  page: pageNumber('page'),
  perPage: pageSize('perPage'),
  'page[number]': pageNumber('page[number]'),
  'page[size]': pageSize('page[size]'),
  cursor: () => [
    query(
      'cursor',
      'In place of `page`: empty for the first page, then the value from `links.next`.',
      {
        type: 'string',
      },
    ),
  ],
  count: () => [
    query(
      'count',
      'How to count the total; `none` is the fastest. `estimated` takes it from the statistics of the database ' +
        'where it can, and a number counts up to it.',
      {
        oneOf: [
          { type: 'string', enum: ['exact', 'none', 'estimated'] },
          { type: 'integer', minimum: 1, maximum: MAX_COUNTED },
        ],
      },
    ),
  ],
};
