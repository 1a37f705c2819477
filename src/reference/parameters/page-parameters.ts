import type { Limits } from '../../options/limits.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { lastPage } from '../../request/page-parser.js';
import type { Parameter } from '../open-api.js';
import type { DescribeParameter } from './query-parameters.js';
import { query } from './reading-parameters.js';

/**
 * No parameter states a `default`: a client that fills defaults in would send two spellings of one
 * thing, which is a 400.
 */
const pageNumber =
  (name: string): DescribeParameter =>
  (_resource, { perPage }) => [
    query(name, 'The page number. Page 1 if it is left out.', {
      type: 'integer',
      minimum: 1,
      maximum: lastPage(perPage),
    }),
  ];

const pageSize =
  (name: string): DescribeParameter =>
  ({ perPage: usual }: CompiledResource, { perPage }: Limits): readonly Parameter[] => [
    query(name, `Records per page: ${usual} if it is left out.`, {
      type: 'integer',
      minimum: 1,
      maximum: perPage,
    }),
  ];

/** Which page of an index. @contract C3.1, C5.4 */
export const pageParameters: Readonly<Record<string, DescribeParameter>> = {
  page: pageNumber('page'),
  perPage: pageSize('perPage'),
  'page[number]': pageNumber('page[number]'),
  'page[size]': pageSize('page[size]'),
  cursor: () => [
    query(
      'cursor',
      'In place of `page`: empty to start, and from then on what `links.next` says.',
      {
        type: 'string',
      },
    ),
  ],
  count: () => [
    query('count', 'Whether the total is counted; `none` is faster.', {
      type: 'string',
      enum: ['exact', 'none'],
    }),
  ],
};
