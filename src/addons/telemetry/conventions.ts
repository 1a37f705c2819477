const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** The names of databases in OpenTelemetry's conventions, where they are not ours. */
const systems: Readonly<Record<string, string>> = { postgres: 'postgresql' };

/** Returns the name of a database in OpenTelemetry's conventions. */
export const systemOf = (dialect: string): string => systems[dialect] ?? dialect;

/** Returns the method of a request as an attribute: clients can send any word. */
export const methodOf = (method: string): string => (METHODS.has(method) ? method : '_OTHER');

/** Returns the name of the span of a request. */
export function requestSpanName(method: string, route: string | undefined): string {
  const name = METHODS.has(method) ? method : 'HTTP';
  return route === undefined ? name : `${name} ${route}`;
}

/** Returns the template of a route; `undefined` for a path without one. */
export const routeOf = (routeOptions: { readonly url?: string | undefined }): string | undefined =>
  routeOptions.url === '/*' ? undefined : routeOptions.url;
