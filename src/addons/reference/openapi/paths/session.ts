import { schemaRef, shared } from '../document/components.js';
import type { PathsObject, Schema } from '../document/open-api.js';
import { anyOfSchemas, closed, described } from '../schemas/objects.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import {
  jsonRequestBody,
  jsonResponse,
  emptyResponse,
  operation,
  pathParameter,
} from './operation.js';

const tag = 'session';

/** @contract C2.10 */
const cookieCredentials: Schema = {
  allOf: [schemaRef(shared.credentials)],
  properties: {
    cookie: {
      type: ['boolean', 'null'],
      description:
        'Whether to return the token in a cookie that scripts cannot read. Requires the header `X-CSRF-Protection`.',
    },
  },
};

const tokenOrSession = anyOfSchemas([
  schemaRef(shared.token),
  closed({
    token_type: { type: 'string', const: 'Cookie' },
    expires_in: described({ type: 'integer', minimum: 1 }, 'Seconds.'),
  }),
]);

/**
 * Returns the paths of login, logout and tokens; none if an identity provider issues the tokens.
 * @contract C2.2, C2.3
 */
export const sessionPaths = ({ prefix, issuesTokens, hasCookies }: ReferenceFacts): PathsObject =>
  issuesTokens ? own(prefix, hasCookies) : {};

const own = (prefix: string, hasCookies: boolean): PathsObject => ({
  [`${prefix}/login`]: {
    post: operation({
      id: 'session.login',
      summary: 'Sign in',
      description:
        'Returns a token for the credentials. Send it with every other request as `Authorization: Bearer <token>`.',
      tag,
      body: jsonRequestBody(hasCookies ? cookieCredentials : schemaRef(shared.credentials)),
      responses: {
        200: jsonResponse('The token.', hasCookies ? tokenOrSession : schemaRef(shared.token), {
          access_token: 'the-token',
          token_type: 'Bearer',
          expires_in: 2_592_000,
        }),
      },
      refuses: [401],
      isPublic: true,
    }),
  },
  [`${prefix}/logout`]: {
    post: operation({
      id: 'session.logout',
      summary: 'Sign out',
      description: 'Revokes the token of the request.',
      tag,
      responses: { 204: emptyResponse('The token is revoked.') },
      refuses: [413, 415],
    }),
  },
  [`${prefix}/tokens`]: {
    get: operation({
      id: 'tokens.index',
      summary: "List the caller's tokens",
      description: 'Newest first, without the tokens themselves.',
      tag,
      responses: { 200: jsonResponse('The tokens.', schemaRef(shared.tokens)) },
    }),
  },
  [`${prefix}/tokens/{id}`]: {
    delete: operation({
      id: 'tokens.delete',
      summary: "Revoke one of the caller's tokens",
      tag,
      parameters: [
        pathParameter('id', 'The id of the token.', {
          type: 'string',
          pattern: String.raw`^[1-9]\d*$`,
        }),
      ],
      responses: { 204: emptyResponse('The token is revoked.') },
      refuses: [404, 413, 415],
    }),
  },
});
