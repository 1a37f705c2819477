import type { Limits } from '../options/limits.js';
import { parseResourceQuery } from './parse-resource-query.js';
import type { QueryOperation, ResourceQuery } from './resource-query.js';

const MAX_QUERIES = 1_000;
/** Longer texts are hardly ever sent twice. */
const MAX_QUERY_LENGTH = 512;

/**
 * Reads query strings, each once: clients send the same few over and over, and a query that was
 * read never changes. The oldest is forgotten first.
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
