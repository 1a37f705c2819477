import type { Limits } from '../../options/limits.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { lastPage } from '../../request/page-parser.js';
import type { Parameter } from '../open-api.js';
import type { DescribeParameter } from './query-parameters.js';
import { query } from './reading-parameters.js';

const pageNumber =
  (name: string): DescribeParameter =>
  (_resource, { perPage }) => [
    query(name, 'The page, from 1.', { type: 'integer', minimum: 1, maximum: lastPage(perPage), default: 1 }),
  ];

const pageSize =
  (name: string): DescribeParameter =>
  ({ perPage: usual }: CompiledResource, { perPage }: Limits): readonly Parameter[] => [
    query(name, 'Records a page.', { type: 'integer', minimum: 1, maximum: perPage, default: usual }),
  ];

/** Which page of an index. @contract C3.1, C5.4 */
export const pageParameters: Readonly<Record<string, DescribeParameter>> = {
  page: pageNumber('page'),
  perPage: pageSize('perPage'),
  'page[number]': pageNumber('page[number]'),
  'page[size]': pageSize('page[size]'),
  cursor: () => [
    query('cursor', 'In place of `page`: empty to start, and from then on what `links.next` says.', {
      type: 'string',
    }),
  ],
  count: () => [
    query('count', 'Whether the total is counted; `none` is faster.', { type: 'string', enum: ['exact', 'none'] }),
  ],
};
