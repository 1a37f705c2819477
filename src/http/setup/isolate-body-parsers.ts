import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import type { Limits } from '../../options/limits.js';
import { isJson, mediaTypeOf, METHODS_WITH_BODY } from '../json/is-json.js';
import { parseJsonRequest } from '../json/parse-json-request.js';
import type { OwnRoutes } from '../requests/own-routes.js';
import { hooksOn } from '../hooks/hooks-on.js';

/** Never sent by clients: routes JSON bodies of the API to the API's own parser. */
const OWN_JSON = 'application/vnd.resource-api.json';
/** Never sent by clients: bodies with a method that has no use for one. */
const UNREAD = 'application/vnd.resource-api.unread';

/**
 * Parses bodies of the API with its own parser, and leaves the parsers of the application
 * unchanged. Fastify has one parser per media type for all routes, so JSON for the API gets its own
 * media type before it is read.
 *
 * @throws RequestError `unsupported_media_type` for anything but JSON and forms, except on a team's own
 * controllers
 * @contract C4.3
 */
export function isolateBodyParsers(
  instance: FastifyInstance,
  own: OwnRoutes,
  limits: Limits,
): void {
  hooksOn(instance, own).addHook('onRequest', (httpRequest, _reply, done) =>
    done(separate(httpRequest)),
  );
  instance.addContentTypeParser(
    OWN_JSON,
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    async (httpRequest: FastifyRequest, body: Buffer) => {
      restoreHeaders(httpRequest, own);
      return parseJsonRequest(httpRequest.headers, body, limits.jsonDepth);
    },
  );
  instance.addContentTypeParser(UNREAD, async (httpRequest: FastifyRequest) =>
    restoreHeaders(httpRequest, own),
  );
}

function separate(httpRequest: FastifyRequest): RequestError | undefined {
  if (!METHODS_WITH_BODY.has(httpRequest.method)) {
    // Fastify rejects QUERY without a media type.
    if (hasBody(httpRequest) || httpRequest.method === 'QUERY')
      httpRequest.headers = { 'content-type': UNREAD };
    return undefined;
  }
  const type = httpRequest.headers['content-type'];
  if (type === undefined)
    return hasBody(httpRequest) ? new RequestError('unsupported_media_type') : undefined;
  const mediaType = mediaTypeOf(httpRequest);
  if (mediaType === 'multipart/form-data') return undefined;
  if (!isJson(mediaType, httpRequest.method))
    return httpRequest.routeOptions.config.anyBody
      ? undefined
      : new RequestError('unsupported_media_type');
  httpRequest.headers = { 'content-type': OWN_JSON };
  return undefined;
}

/** @throws RequestError `unsupported_media_type` when a client sent the media type itself */
function restoreHeaders(httpRequest: FastifyRequest, own: OwnRoutes): void {
  if (!own.has(httpRequest)) throw new RequestError('unsupported_media_type');
  // Without added headers, Fastify returns those that were sent, without a copy.
  httpRequest.headers = undefined!;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
