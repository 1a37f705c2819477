import { METHODS } from 'node:http';
import { fastify, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Shutdown } from '../../base/schedule/shutdown.js';
import type { Limits } from '../../options/limits.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { createCors } from '../hooks/respond-to-preflight.js';
import { METHODS_WITH_BODY } from '../json/is-json.js';
import { everyRoute } from '../requests/own-routes.js';
import { prepareServer } from '../setup/prepare-server.js';
import { closeStalledConnections } from './close-stalled-connections.js';
import { EdgeAdapter } from './edge-adapter.js';
import { respondToClientError } from './respond-to-client-error.js';
import { respondToUnroutable } from './respond-to-unroutable.js';
import { UnguardedRoutes } from './unguarded-routes.js';

/**
 * Milliseconds between two checks of Node's timeouts. With its own default of 30 s, a timeout of 10
 * s could last 40.
 */
const TIME_LIMIT_CHECK = 1_000;

/**
 * Creates the adapter of a server that serves nothing but the API, with the limits and refusals of
 * the server as a whole, for `NestFactory.create(AppModule, createAdapter(options, logger,
 * shutdown), { bodyParser: false })`.
 *
 * @contract C4.3
 * @contract C12
 */
export function createAdapter(
  options: ResolvedOptions,
  logger: Logger,
  shutdown: Shutdown,
): EdgeAdapter {
  const { shutdownGrace, requestTimeout } = options.limits;
  const unguarded = new UnguardedRoutes();
  const instance = createInstance(options, logger);
  instance.addHook('onRoute', (route) => unguarded.add(route));
  unguarded.refuse(instance);
  // Before Nest adds its own hook, and the application's middleware, which may respond themselves.
  const routes = prepareServer(instance, { own: everyRoute, options, logger, shutdown });
  const adapter = new EdgeAdapter(instance, routes, shutdownGrace);
  unguarded.watch(adapter);
  closeStalledConnections(instance.server, adapter.connections, requestTimeout);
  return adapter;
}

function createInstance(options: ResolvedOptions, logger: Logger): FastifyInstance {
  const { limits, trustedProxies } = options;
  const maxHeaderSize = headerBytes(limits);
  const instance: FastifyInstance = fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: TIME_LIMIT_CHECK,
      maxHeaderSize,
    },
    routerOptions: { maxParamLength: maxHeaderSize },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    // Fastify's own response has no code and no Retry-After; rejectDuringShutdown sends one that
    // does.
    return503OnClosing: false,
    frameworkErrors: respondToUnroutable(logger, createCors(options)),
    clientErrorHandler: respondToClientError,
  });
  // Fastify's own parsers, one of them for plain text.
  instance.removeAllContentTypeParsers();
  registerEveryMethod(instance);
  takeEveryExpectation(instance);
  return instance;
}

/**
 * Leaves space for a query string over its limit, so that the client gets a 414 and not Node's 431.
 */
const headerBytes = ({ queryBytes }: Limits) => 16 * 1024 + 2 * queryBytes;

/**
 * Routes every method that Node parses to the catch-all, so that guards run for all of them. Bodies
 * are only read for methods of operations that accept one. CONNECT never arrives as a request.
 */
function registerEveryMethod(instance: FastifyInstance): void {
  for (const method of METHODS.filter((each) => each !== 'CONNECT'))
    instance.addHttpMethod(method, {
      hasBody: METHODS_WITH_BODY.has(method),
      overrideExisting: true,
    });
}

/**
 * Ignores an expectation other than `100-continue`, as HTTP allows: Node's own refusal has no body
 * and no log line.
 *
 * @contract C1.4
 */
function takeEveryExpectation({ server }: FastifyInstance): void {
  server.on('checkExpectation', (httpRequest, response) =>
    server.emit('request', httpRequest, response),
  );
}
