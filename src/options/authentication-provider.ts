import type { IncomingHttpHeaders } from 'node:http';
import type { Type } from '@nestjs/common';

/** The request that an {@link AuthenticationProvider} authenticates. */
export interface AuthenticationRequest {
  readonly method: string;
  /** The path with its query string. */
  readonly url: string;
  /** The headers by lowercase name: `authorization`, `cookie`, `x-api-key`. */
  readonly headers: IncomingHttpHeaders;
  /** The client address. Behind `trustedProxies`, it is the address of the actual client. */
  readonly ip: string;
}

/**
 * Finds the user of a request, in place of the service's own tokens. The class is a provider of one
 * of the application's modules, or Nest creates it, so it can have dependencies: `UserAccounts`
 * loads the user.
 */
export interface AuthenticationProvider<User extends object = object> {
  /**
   * Returns the user: an instance of the user entity with all facts, as `UserAccounts` returns it;
   * `null` if the request has no credentials or wrong ones. The response is then 401.
   *
   * It is called once per request, with the time limit of callables (`limits.callableTimeout`). If
   * it throws, the request is not authenticated: a `RequestError` or a Nest exception becomes the
   * response (throw `unavailable` if a service it depends on is down); any other error is a logged
   * 500.
   */
  authenticate(httpRequest: AuthenticationRequest): User | null | Promise<User | null>;
}

/** How callers send their credentials, as an OpenAPI security scheme. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
);

/** An {@link AuthenticationProvider}, and its description for clients. */
export interface AuthenticationProviderOptions<User extends object = object> {
  readonly useClass: Type<AuthenticationProvider<User>>;
  /** Is part of the OpenAPI document. */
  readonly securityScheme: SecurityScheme;
  /**
   * The header `WWW-Authenticate` of a 401. Default: the scheme, which is `ApiKey` for keys and
   * `Bearer` for OpenID Connect. A `Bearer` challenge gets `error="invalid_token"` if the request
   * has a bearer token.
   */
  readonly challenge?: string;
}
