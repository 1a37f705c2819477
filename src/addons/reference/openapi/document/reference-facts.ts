import type { SecurityScheme } from '../../../../options/authentication-provider.js';
import type { SafeWriteOptions } from '../../../../options/resource-api-options.js';
import type { Limits } from '../../../../options/limits.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import type { Info } from './open-api.js';

/** The input of the document. */
export interface ReferenceFacts {
  readonly resources: readonly CompiledResource[];
  readonly prefix: string;
  readonly limits: Limits;
  readonly info: Info;
  /** Fields that the deployment adds outside `info`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The URLs that the paths are relative to. */
  readonly servers: readonly string[];
  /** What callers may demand of writes. @contract C13, C15 */
  readonly safeWrites: Required<SafeWriteOptions>;
  /** Whether reads can be explained. @contract C17.6 */
  readonly explains: boolean;
  /** Whether some callers may ask why something is allowed. @contract C18.1 */
  readonly reasons: boolean;
  /** Whether browsers may sign in with a cookie. @contract C2.10 */
  readonly hasCookies: boolean;
  /** Whether clients fetch files from an object store. @contract C10.4 */
  readonly redirectsToFiles?: boolean;
  /** Whether lists can be read in other formats than JSON. @contract C17.3 */
  readonly exports: boolean;
  /** Whether the service describes its resources to callers. @contract C17.1 */
  readonly describesResources: boolean;
  /**
   * Whether the service issues tokens itself. Otherwise an identity provider does.
   * @contract C2.3
   */
  readonly issuesTokens: boolean;
  /** How callers send the credentials of the deployment's provider; `undefined` without a provider. */
  readonly securityScheme?: SecurityScheme | undefined;
}
