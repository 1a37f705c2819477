import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Shutdown } from '../../base/schedule/shutdown.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { sendError } from '../errors/error.filter.js';
import { rejectForms } from '../forms/reject-forms.js';
import { compressResponses } from '../hooks/compress-responses.js';
import { hooksOn, sendHooksOn } from '../hooks/hooks-on.js';
import { logRequests } from '../hooks/log-requests.js';
import { rejectDuringShutdown } from '../hooks/reject-during-shutdown.js';
import { rejectLongQueries } from '../hooks/reject-long-queries.js';
import { rejectNulInPath } from '../hooks/reject-nul-in-path.js';
import { rejectRepeatedHeaders } from '../hooks/reject-repeated-headers.js';
import { createCors } from '../hooks/respond-to-preflight.js';
import { verifyRequests } from '../hooks/verify-requests.js';
import type { OwnRoutes } from '../requests/own-routes.js';
import { addBodyParsers, isolateBodies, rejectUnknownBodies } from './add-body-parsers.js';
import { RouteTable } from './route-table.js';

/** What the hooks of the API need. */
export interface Preparation {
  readonly own: OwnRoutes;
  readonly options: ResolvedOptions;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
}

/**
 * Adds the API's parsers, hooks, error handling and refusals to a server, for the API's routes only,
 * and returns these routes as they are declared. It must be called before.
 *
 * @contract C4.3
 */
export function prepareServer(instance: FastifyInstance, preparation: Preparation): RouteTable {
  addMissingMethods(instance);
  const routes = adoptRoutes(instance, preparation);
  addHooks(instance, preparation);
  return routes;
}

/** Lets the catch-all see every method. CONNECT never arrives as a request. */
function addMissingMethods(instance: FastifyInstance): void {
  const missing = METHODS.filter(
    (method) => method !== 'CONNECT' && !instance.supportedMethods.includes(method),
  );
  for (const method of missing) instance.addHttpMethod(method);
}

/** Marks the routes of the API. */
function adoptRoutes(instance: FastifyInstance, { own, logger }: Preparation): RouteTable {
  const { root } = own;
  const routes = new RouteTable(`${root}/*`);
  instance.addHook('onRoute', (route) => {
    const isFrameworks = route.config?.resourceApi === true;
    if (!isFrameworks && route.url !== root && !route.url.startsWith(`${root}/`)) return;
    route.config = {
      ...route.config,
      resourceApi: true,
      ...(!isFrameworks && { anyBody: true }),
    };
    // Filters of an application with other routes do not see errors that occur before the handler.
    if (root !== '')
      route.errorHandler = (error, httpRequest, reply) =>
        sendError(error, httpRequest, reply, logger);
    routes.add(route);
  });
  return routes;
}

function addHooks(
  instance: FastifyInstance,
  { own, options, logger, shutdown }: Preparation,
): void {
  const hooks = hooksOn(instance, own);
  logRequests(hooks, logger, options);
  verifyRequests(hooks, createCors(options), [
    rejectDuringShutdown(shutdown),
    rejectRepeatedHeaders,
    rejectLongQueries(options.limits.queryBytes),
    rejectNulInPath,
    rejectUnknownBodies,
  ]);
  compressResponses(sendHooksOn(instance, own), options);
  if (own.root !== '') isolateBodies(instance, hooks);
  addBodyParsers(instance, own, options.limits);
  rejectForms(hooks, options.limits);
}
