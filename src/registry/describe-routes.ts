import type { CompiledResource } from './compiled-resource.js';

/** A route that a resource has. */
export interface ResourceRoute {
  readonly method: string;
  readonly path: string;
  readonly operation: string;
}

type RouteShape = readonly [operation: string, method: string, path: string];

/** The routes of every resource: a row a route, with what stands behind the resource's key. @contract C4 */
const shapes: readonly RouteShape[] = [
  ['index', 'GET', ''],
  ['show', 'GET', '/<id>'],
];

/** The routes of a resource, under the prefix of the service. */
export function describeRoutes({ key }: CompiledResource, prefix: string): readonly ResourceRoute[] {
  return shapes.map(([operation, method, path]) => ({ operation, method, path: `${prefix}/${key}${path}` }));
}
