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
 * @throws RequestError `unsupported_media_type` for anything but JSON and forms
 * @contract C4.3
 */
export function isolateBodyParsers(
  instance: FastifyInstance,
  own: OwnRoutes,
  limits: Limits,
): void {
  hooksOn(instance, own).addHook('onRequest', (request, _reply, done) => done(separate(request)));
  instance.addContentTypeParser(
    OWN_JSON,
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    async (request: FastifyRequest, body: Buffer) => {
      restoreHeaders(request, own);
      return parseJsonRequest(request.headers, body, limits.jsonDepth);
    },
  );
  instance.addContentTypeParser(UNREAD, async (request: FastifyRequest) =>
    restoreHeaders(request, own),
  );
}

function separate(request: FastifyRequest): RequestError | undefined {
  if (!METHODS_WITH_BODY.has(request.method)) {
    // Fastify rejects QUERY without a media type.
    if (hasBody(request) || request.method === 'QUERY')
      request.headers = { 'content-type': UNREAD };
    return undefined;
  }
  const type = request.headers['content-type'];
  if (type === undefined)
    return hasBody(request) ? new RequestError('unsupported_media_type') : undefined;
  const mediaType = mediaTypeOf(request);
  if (mediaType === 'multipart/form-data') return undefined;
  if (!isJson(mediaType, request.method)) return new RequestError('unsupported_media_type');
  request.headers = { 'content-type': OWN_JSON };
  return undefined;
}

/** @throws RequestError `unsupported_media_type` when a client sent the media type itself */
function restoreHeaders(request: FastifyRequest, own: OwnRoutes): void {
  if (!own.has(request)) throw new RequestError('unsupported_media_type');
  // Without added headers, Fastify returns those that were sent, without a copy.
  request.headers = undefined!;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
