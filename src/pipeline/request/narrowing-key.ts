import type { ResourceQuery } from './resource-query.js';

/**
 * Returns what narrows the records of a query, independent of the order of its parameters. It
 * contains the values of filters and not their conditions, because a condition may depend on the
 * current time.
 */
export function narrowingKeyOf({ search, matches, filters }: ResourceQuery): string {
  const conditions = matches.map(({ field, negated, operator, value }) =>
    JSON.stringify([field, negated, operator, value]),
  );
  return JSON.stringify([search, conditions.sort(), filters]);
}
