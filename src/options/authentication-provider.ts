import type { IncomingHttpHeaders } from 'node:http';
import type { Type } from '@nestjs/common';

/** What an {@link AuthenticationProvider} sees of a request. */
export interface AuthenticationRequest {
  readonly method: string;
  /** The path with its query string. */
  readonly url: string;
  /** By their names in lower case: `authorization`, `cookie`, `x-api-key`. */
  readonly headers: IncomingHttpHeaders;
  /** The client address, behind `trustedProxies` that of the client itself. */
  readonly ip: string;
}

/**
 * Finds the user of a request, in place of the service's own tokens. It is a provider of one of the
 * team's modules, or is created by Nest, so that it can have dependencies: `UserAccounts` loads the
 * user.
 */
export interface AuthenticationProvider<User extends object = object> {
  /**
   * Returns the user: an instance of the user entity with all facts, as `UserAccounts` returns it;
   * `null` if the request has no credentials or wrong ones. The response is then 401.
   *
   * It is called once per request, and has as long as a callable (`limits.callableTimeout`). If it
   * throws, nobody is signed in: a `RequestError` or an exception of Nest is the response
   * (`unavailable` if a service that it asks is down), everything else is 500 and logged.
   */
  authenticate(request: AuthenticationRequest): User | null | Promise<User | null>;
}

/** How callers send their credentials, in the words of OpenAPI. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
);

/** An {@link AuthenticationProvider}, and what clients have to know of it. */
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
