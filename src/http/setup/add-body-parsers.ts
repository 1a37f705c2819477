import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../../options/limits.js';
import type { HookTarget } from '../hooks/hooks-on.js';
import type { RequestCheck } from '../hooks/verify-requests.js';
import { isJson, mediaTypeOf, MERGE_PATCH, METHODS_WITH_BODY } from '../json/is-json.js';
import { parseJsonRequest } from '../json/parse-json-request.js';
import type { OwnRoutes } from '../requests/own-routes.js';
import { unsupportedMediaType } from '../requests/unsupported-media-type.js';

/** Never sent by clients: routes JSON bodies of the API to the API's own parser. */
const OWN_JSON = 'application/vnd.resource-api.json';
/** Never sent by clients: bodies with a method that has no use for one. */
const UNREAD = 'application/vnd.resource-api.unread';
/** The methods whose bodies Fastify reads, and the API does not. */
const READ_IN_VAIN: ReadonlySet<string> = new Set(['OPTIONS', 'QUERY']);

/**
 * Parses JSON bodies of the API with its own parser.
 *
 * Fastify has one parser per media type for all routes. In an application with routes of its own,
 * {@link isolateBodies} gives JSON for the API its own media type.
 *
 * @contract C4.3
 */
export function addBodyParsers(instance: FastifyInstance, own: OwnRoutes, limits: Limits): void {
  const isShared = own.root !== '';
  instance.addContentTypeParser(
    isShared ? OWN_JSON : ['application/json', MERGE_PATCH],
    { parseAs: 'buffer', bodyLimit: limits.bodyBytes },
    async (httpRequest: FastifyRequest, body: Buffer) => {
      if (isShared && !own.has(httpRequest)) throw unsupportedMediaType(httpRequest);
      restoreHeaders(httpRequest);
      if (!isJson(mediaTypeOf(httpRequest), httpRequest.method))
        throw unsupportedMediaType(httpRequest);
      return parseJsonRequest(httpRequest.headers, body, limits.jsonDepth);
    },
  );
}

/**
 * Rejects anything but JSON and forms, except on a team's own controllers.
 *
 * @throws RequestError `unsupported_media_type`
 * @contract C4.3
 */
export const rejectUnknownBodies: RequestCheck = (httpRequest) => {
  if (!METHODS_WITH_BODY.has(httpRequest.method)) return undefined;
  const isTyped = httpRequest.headers['content-type'] !== undefined;
  const mediaType = mediaTypeOf(httpRequest);
  const isKnown =
    mediaType === 'multipart/form-data' ||
    isJson(mediaType, httpRequest.method) ||
    (isTyped ? httpRequest.routeOptions.config.anyBody : !hasBody(httpRequest));
  return isKnown ? undefined : unsupportedMediaType(httpRequest);
};

/**
 * Gives JSON for the API its own media type before it is read, so that the parsers of an application
 * with routes of its own remain as they are.
 */
export function isolateBodies(instance: FastifyInstance, hooks: HookTarget): void {
  hooks.addHook('onRequest', (httpRequest, _reply, done) => {
    const { method } = httpRequest;
    // Fastify rejects QUERY without a media type.
    if (READ_IN_VAIN.has(method)) httpRequest.headers = { 'content-type': UNREAD };
    else if (METHODS_WITH_BODY.has(method) && isJson(mediaTypeOf(httpRequest), method))
      httpRequest.headers = { 'content-type': OWN_JSON };
    done();
  });
  instance.addContentTypeParser(UNREAD, async () => undefined);
  hooks.addHook('preValidation', (httpRequest, _reply, done) => {
    if (READ_IN_VAIN.has(httpRequest.method)) restoreHeaders(httpRequest);
    done();
  });
}

/** Without added headers, Fastify returns those that were sent, without a copy. */
function restoreHeaders(httpRequest: FastifyRequest): void {
  httpRequest.headers = undefined!;
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
