import type { ResourceQuery } from './resource-query.js';

/**
 * What narrows the records of a query, as it was written, in one form whatever the order of its
 * parameters. A filter's value stands for what it asks: a condition that is made of the present
 * moment is another one in each request.
 */
export function narrowingKeyOf({ search, matches, filters }: ResourceQuery): string {
  const asked = matches.map(({ field, negated, operator, value }) =>
    JSON.stringify([field, negated, operator, value]),
  );
  return JSON.stringify([search, asked.sort(), filters]);
}
