import type { SecurityScheme } from '../options/authentication-provider.js';
import type { Limits } from '../options/limits.js';
import type { CompiledResource } from '../registry/compiled-resource.js';
import type { Info } from './open-api.js';

/** All that the document is made from. */
export interface ReferenceFacts {
  readonly resources: readonly CompiledResource[];
  readonly prefix: string;
  readonly limits: Limits;
  readonly info: Info;
  /** What the deployment adds beside `info`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Addresses that the paths are relative to. */
  readonly servers: readonly string[];
  /**
   * Does the service hand out tokens itself? Otherwise an identity provider does.
   * @contract C2.3
   */
  readonly issuesTokens: boolean;
  /** How callers send the credentials of the team's provider; `undefined`: it has none. */
  readonly securityScheme?: SecurityScheme | undefined;
}
