import type { Limits } from '../../../../options/limits.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { lastPage } from '../../../../pipeline/request/page-parser.js';
import type { Parameter } from '../document/open-api.js';
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

const pageSize =
  (name: string): DescribeParameter =>
  ({ perPage: usual }: CompiledResource, { perPage }: Limits): readonly Parameter[] => [
    query(name, `Records per page. Default: ${usual}.`, {
      type: 'integer',
      minimum: 1,
      maximum: perPage,
    }),
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
    query('count', 'Whether to count the total; `none` is faster.', {
      type: 'string',
      enum: ['exact', 'none'],
    }),
  ],
};
