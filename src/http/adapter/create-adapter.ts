import { METHODS } from 'node:http';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RequestError } from '../../base/errors/index.js';
import { logRequests } from '../hooks/log-requests.js';
import type { Limits } from '../../options/limits.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { compressResponses } from '../hooks/compress-responses.js';
import { respondToClientError } from './respond-to-client-error.js';
import { createCors, respondToPreflight, type CorsOf } from '../hooks/respond-to-preflight.js';
import { respondToUnroutable } from './respond-to-unroutable.js';
import { closeStalledConnections } from './close-stalled-connections.js';
import { EdgeAdapter } from './edge-adapter.js';
import { isJson, mediaTypeOf, MERGE_PATCH } from '../json/is-json.js';
import { parseJsonRequest } from '../json/parse-json-request.js';
import { rejectLongQueries } from '../hooks/reject-long-queries.js';
import { rejectForms, registerFormParser } from '../forms/register-form-parser.js';
import { rejectRepeatedHeaders } from '../hooks/reject-repeated-headers.js';
import { rejectNulInPath } from '../hooks/reject-nul-in-path.js';
import { rejectDuringShutdown } from '../hooks/reject-during-shutdown.js';
import { randomRequestId, setResponseHeaders } from '../hooks/set-response-headers.js';
import { RouteTable } from './route-table.js';
import { UnguardedRoutes } from './unguarded-routes.js';

/**
 * Milliseconds between two checks of Node's timeouts. With its own default of 30 s, a timeout of 10
 * s could last 40.
 */
const TIME_LIMIT_CHECK = 1_000;
/** The methods of operations that accept a body. */
export const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Creates the HTTP adapter, with the limits, parsers, headers and refusals that apply before any
 * guard runs, for `NestFactory.create(AppModule, createAdapter(options, logger), { bodyParser:
 * false })`.
 *
 * @contract C4.3
 * @contract C12
 */
export function createAdapter(options: ResolvedOptions, logger: Logger): EdgeAdapter {
  const routes = new RouteTable();
  const unguarded = new UnguardedRoutes();
  const corsOf = createCors(options);
  const instance = createInstance(options, logger, corsOf);
  instance.addHook('onRoute', (route) => {
    routes.add(route);
    unguarded.add(route);
  });
  unguarded.refuse(instance);
  setResponseHeaders(instance);
  logRequests(instance, logger);
  respondToPreflight(instance, corsOf);
  compressResponses(instance, options);
  const adapter = new EdgeAdapter(instance, routes, options.limits.shutdownGrace);
  unguarded.watch(adapter);
  rejectDuringShutdown(instance, adapter);
  closeStalledConnections(instance.server, adapter.connections, options.limits.requestTimeout);
  rejectRepeatedHeaders(instance);
  rejectLongQueries(instance, options.limits.queryBytes);
  rejectNulInPath(instance);
  return adapter;
}

function createInstance(
  { limits, trustedProxies }: ResolvedOptions,
  logger: Logger,
  corsOf: CorsOf,
): FastifyInstance {
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
    genReqId: randomRequestId,
    frameworkErrors: respondToUnroutable(logger, corsOf),
    clientErrorHandler: respondToClientError,
  });
  registerEveryMethod(instance);
  takeEveryExpectation(instance);
  registerJsonParser(instance, limits);
  registerFormParser(instance);
  rejectForms(instance, limits);
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
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function registerJsonParser(instance: FastifyInstance, limits: Limits): void {
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    ['application/json', MERGE_PATCH],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (!isJson(mediaTypeOf(request), request.method))
        throw new RequestError('unsupported_media_type');
      return parseJsonRequest(request.headers, body, limits.jsonDepth);
    },
  );
}
