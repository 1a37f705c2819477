import { invalidQuery } from '../../base/errors/index.js';
import { exportFormats } from '../../pipeline/describing/export-formats.js';
import type { PagePlan, RelationPlan } from '../../pipeline/planning/query-plan.js';
import type { IncludeNode } from '../../pipeline/request/resource-query.js';

/**
 * Returns a plan whose records have at most one related record per relation, since a line of CSV has
 * one cell per column. To-many relations that the resource loads without being asked are left out.
 *
 * @throws RequestError `invalid_query` with the parameter that named a to-many relation
 * @contract C17.3
 */
export function toOnePlan(plan: PagePlan, include: readonly IncludeNode[]): PagePlan {
  const requested = new Set(include.map(({ name }) => name));
  const relations = plan.relations.filter(
    ({ relation: { key, many } }) => !many || requested.has(key),
  );
  verifyToOne(relations, include);
  // The database writes related records as JSON objects, which are not cells.
  return { ...plan, relations, aggregated: [] };
}

function verifyToOne(relations: readonly RelationPlan[], include: readonly IncludeNode[]): void {
  for (const plan of relations) {
    const { key, many, owner } = plan.relation;
    const node = include.find(({ name }) => name === key);
    if (many)
      throw invalidQuery(
        node?.parameter ?? 'include',
        `"${key}" of ${owner} has several records, which a line of CSV cannot contain. ` +
          `Leave it out, or use the header "Accept: ${exportFormats.ndjson.mediaType}".`,
      );
    verifyToOne(plan.relations, node?.children ?? []);
  }
}
