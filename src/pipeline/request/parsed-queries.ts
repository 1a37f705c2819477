import type { Limits } from '../../options/limits.js';
import { parseResourceQuery } from './parse-resource-query.js';
import type { QueryOperation, ResourceQuery } from './resource-query.js';

const MAX_QUERIES = 1_000;
/** Longer query strings are rarely repeated. */
const MAX_QUERY_LENGTH = 512;

/**
 * Caches parsed query strings: clients repeat the same few, and parsed queries are immutable.
 * Evicts the oldest first.
 */
export class ParsedQueries {
  private readonly known: Readonly<Record<QueryOperation, Map<string, ResourceQuery>>> = {
    index: new Map(),
    show: new Map(),
    'index action': new Map(),
    'show action': new Map(),
    none: new Map(),
  };

  constructor(private readonly limits: Limits) {}

  /** @throws RequestError `invalid_query` */
  parse(queryString: string, operation: QueryOperation): ResourceQuery {
    const known = this.known[operation];
    const found = known.get(queryString);
    if (found !== undefined) return found;
    const query = parseResourceQuery(queryString, operation, this.limits);
    if (queryString.length > MAX_QUERY_LENGTH) return query;
    if (known.size >= MAX_QUERIES) known.delete(known.keys().next().value!);
    known.set(queryString, query);
    return query;
  }
}
