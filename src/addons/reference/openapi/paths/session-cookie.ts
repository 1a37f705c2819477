import type { OperationObject, PathsObject, Schema } from '../document/open-api.js';

/** The security scheme of browsers. @contract C2.10 */
export const sessionCookie: Schema = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-session',
  description:
    'The cookie of a login with `cookie: true`, for pages of the same origin. Every request except reads also needs the header `X-CSRF-Protection: 1`.',
};

/** Adds the status of refused requests to all operations that are not reads. @contract C2.10 */
export const withCsrfRefusals = (paths: PathsObject): PathsObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, { get, ...writes }]) => {
      const refusing = Object.entries(writes).map(([method, write]) => [method, refused(write)]);
      return [path, { ...(get && { get }), ...Object.fromEntries(refusing) }];
    }),
  );

const refused = (write: OperationObject): OperationObject => ({
  ...write,
  'x-errors': [...new Set([...(write['x-errors'] ?? []), 403 as const])].sort(),
});
