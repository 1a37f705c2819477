/** Finds out whom a bearer token stands for. */
export interface BearerVerifier {
  /**
   * The user, an instance of the option's entity, or `undefined` when the token is not good.
   *
   * @throws RequestError `unavailable` when it cannot be told for the moment
   */
  verify(token: string): Promise<object | undefined>;
}

/**
 * Nest's token for the {@link BearerVerifier} in use: of our own tokens, or of an identity
 * provider's.
 * @contract C2.3
 */
export const BEARER_VERIFIER = Symbol('resource-api:bearer-verifier');
