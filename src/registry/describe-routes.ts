import { bulkOperationsOf, type BulkOperation } from './resources/bulk-operations.js';
import type { CompiledResource } from './resources/compiled-resource.js';
import { isPivotRelation } from './resources/pivot-relations.js';

/** A route that a resource has. */
export interface ResourceRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: string;
}

type RouteShape = readonly [operation: string, method: string, path: string];

/**
 * The routes of every resource: one row per route, with the path after the resource's key.
 * @contract C4
 */
const shapes: readonly RouteShape[] = [
  ['index', 'GET', ''],
  ['filters', 'GET', '/filters'],
  ['store', 'POST', ''],
  ['show', 'GET', '/<id>'],
  ['update', 'PUT', '/<id>'],
  ['patch', 'PATCH', '/<id>'],
  ['patch with files', 'POST', '/<id>'],
  ['delete', 'DELETE', '/<id>'],
  ['related', 'GET', '/<id>/<relation>'],
];

/** The routes that write many records at once, by the operation. @contract C13.5 */
const bulkShapes: Readonly<Record<BulkOperation, RouteShape>> = {
  store: ['bulk store', 'POST', '/bulk'],
  update: ['bulk update', 'POST', '/bulk/update'],
  delete: ['bulk delete', 'DELETE', '/bulk/delete'],
};

/** The routes of every resource that has actions. @contract C6 */
const actionShapes: readonly RouteShape[] = [
  ['list actions', 'GET', '/actions'],
  ['run an action', 'POST', '/actions'],
  ['list actions of a record', 'GET', '/<id>/actions'],
  ['run an action on a record', 'POST', '/<id>/actions'],
];

/** The routes of every many-to-many relation; `<relation>` is its key. @contract C7 */
const pivotShapes: readonly RouteShape[] = [
  ['attach', 'POST', '/<id>/attach/<relation>'],
  ['sync', 'POST', '/<id>/sync/<relation>'],
  ['detach', 'POST', '/<id>/detach/<relation>'],
  ['patch pivot', 'PATCH', '/<id>/<relation>/<related id>'],
];

/**
 * The routes of a resource and of its relations, under the prefix of the service.
 *
 * @param hasBulk whether the service has the routes that write many records at once
 */
export function describeRoutes(
  resource: CompiledResource,
  prefix: string,
  hasBulk = true,
): readonly ResourceRoute[] {
  const { key, relations, actions } = resource;
  const manyToMany = [...relations.values()].filter(isPivotRelation);
  const ofRelations = manyToMany.flatMap((relation) =>
    pivotShapes.map(([operation, method, path]): RouteShape => [
      operation,
      method,
      path.replace('<relation>', relation.key),
    ]),
  );
  const ofActions = actions.length > 0 ? actionShapes : [];
  const inBulk = hasBulk ? bulkOperationsOf(resource).map((name) => bulkShapes[name]) : [];
  return [...shapes, ...inBulk, ...ofActions, ...ofRelations].map(([operation, method, path]) => ({
    operation,
    method,
    path: `${prefix}/${key}${path}`,
  }));
}
