import type { PathItem, Paths, Schema } from '../open-api.js';
import { refusals } from '../errors.js';

/** The security scheme of browsers. @contract C2.10 */
export const sessionCookie: Schema = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-session',
  description:
    'The cookie of a login with `cookie: true`, for pages of the same origin. Every request except reads also needs the header `X-CSRF-Protection: 1`.',
};

/** Adds the refusal of forged requests to all operations that are not reads. @contract C2.10 */
export const withCsrfRefusals = (paths: Paths): Paths =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, describe(item)]));

const describe = (item: PathItem): PathItem =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      method === 'get'
        ? operation
        : { ...operation, responses: { ...operation.responses, ...refusals([403]) } },
    ]),
  );
