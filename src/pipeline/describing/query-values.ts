import type { JsonSchema } from '../../base/json-schema.js';
import type { Limits } from '../../options/limits.js';
import { lastPage } from '../request/page-parser.js';
import { totalKinds } from '../request/resource-query.js';

const countTo = (maximum: number): JsonSchema => ({ type: 'integer', minimum: 1, maximum });

/** Returns what the query parameters that are the same for all resources accept. @contract C5.4 */
export const queryValues = ({ perPage, relatablePerPage, searchLength }: Limits) => ({
  page: countTo(lastPage(perPage)),
  perPage: countTo(perPage),
  relatablePerPage: countTo(relatablePerPage),
  search: { type: 'string', maxLength: searchLength },
  count: { type: 'string', enum: totalKinds },
});
