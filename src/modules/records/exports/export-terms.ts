import { invalidQuery, type RequestError } from '../../../errors/index.js';
import type { NodePlan } from '../../../planning/query-plan.js';
import { exportFormats } from '../../../request/export-format.js';
import type { IncludeNode } from '../../../request/resource-query.js';

const { csv, ndjson } = exportFormats;

/** Returns the error for a request for all records as JSON. @contract C17.3 */
export const onlyExported = (): RequestError =>
  invalidQuery(
    'perPage',
    `"all" requires the header "Accept: ${csv.mediaType}" or "Accept: ${ndjson.mediaType}". Use a number for pages of JSON.`,
  );

/**
 * Returns a plan whose records have at most one related record per relation, since a line has one
 * cell per column. To-many relations that the resource loads without being asked are left out.
 *
 * @throws RequestError `invalid_query` with the parameter that named a to-many relation
 * @contract C17.3
 */
export function planLines(plan: NodePlan, include: readonly IncludeNode[]): NodePlan {
  const requested = new Set(include.map(({ name }) => name));
  const relations = plan.relations.filter(
    ({ relation: { key, many } }) => !many || requested.has(key),
  );
  verifyToOne(relations, include);
  return { ...plan, relations };
}

function verifyToOne(relations: NodePlan['relations'], include: readonly IncludeNode[]): void {
  for (const plan of relations) {
    const { key, many, owner } = plan.relation;
    const node = include.find(({ name }) => name === key);
    if (many)
      throw invalidQuery(
        node?.parameter ?? 'include',
        `"${key}" of ${owner} has several records, which a line of CSV cannot contain. ` +
          `Leave it out, or use the header "Accept: ${ndjson.mediaType}".`,
      );
    verifyToOne(plan.relations, node?.children ?? []);
  }
}
