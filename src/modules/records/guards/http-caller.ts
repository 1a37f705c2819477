import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../../../http/requests/accepted-languages.js';
import { onResponseEnd } from '../../../http/requests/on-response-end.js';
import { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import type { RequestCaller } from '../../../pipeline/authorization/request-context.js';
import { Origin } from '../../../pipeline/authorization/request-origin.js';

/** Returns who sends an HTTP request, after the request is authenticated. */
export const httpCaller = (
  httpRequest: FastifyRequest & { readonly user: unknown },
  reply: FastifyReply,
): RequestCaller => ({
  authorizer: new Authorizer(httpRequest.user),
  languages: acceptedLanguages(httpRequest),
  origin: new Origin('http', httpRequest.headers['user-agent']),
  onEnd: onResponseEnd(reply),
});
