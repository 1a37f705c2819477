import { exportFormats } from '../../../../pipeline/describing/export-formats.js';
import { queryValues } from '../../../../pipeline/describing/query-values.js';
import type { DescribeParameter } from './query-parameters.js';
import { describedBy, query } from './reading-parameters.js';

/**
 * No parameter has a `default`: a client that sends defaults would send two parameters for the same
 * thing, which is a 400.
 */
const pageNumber: DescribeParameter = (_resource, { limits }) => [
  query(
    'page',
    'The page number. Default: 1. `page[number]` is another name.',
    queryValues(limits).page,
  ),
];

const pageSize: DescribeParameter = ({ perPage }, { limits, exports }) => {
  const description = `Records per page. Default: ${perPage}. \`page[size]\` is another name.`;
  const number = queryValues(limits).perPage;
  return [
    exports
      ? query('perPage', `${description} \`all\` returns every record, as ${exportTypes}.`, {
          oneOf: [number, { const: 'all' }],
        })
      : query('perPage', description, number),
  ];
};

const exportTypes = Object.values(exportFormats)
  .map(({ mediaType }) => `\`${mediaType}\``)
  .join(' or ');

/** Parameters that select a page of an index. @contract C3.1, C5.4 */
export const pageParameters: Readonly<Record<string, DescribeParameter>> = {
  page: pageNumber,
  perPage: pageSize,
  'page[number]': describedBy('page'),
  'page[size]': describedBy('perPage'),
  cursor: () => [
    query(
      'cursor',
      'In place of `page`: empty for the first page, then the value from `links.next`.',
      {
        type: 'string',
      },
    ),
  ],
  count: (_resource, { limits }) => [
    query(
      'count',
      'How to find the total. `none` and `estimated` are faster than `exact`, the default.',
      queryValues(limits).count,
    ),
  ],
};
