import type { ResolvedOptions } from '../../../options/resource-api-options.js';
import { MCP_PATH } from './mcp-path.js';

/**
 * The path of the metadata document; the path of the resource may follow it. RFC 9728, 3.1
 */
export const METADATA_PATH = '.well-known/oauth-protected-resource';

/** The metadata of `/mcp`: which authorization servers issue its tokens. */
export interface ProtectedResource {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
}

type Settings = Pick<ResolvedOptions, 'publicUrl' | 'authentication'>;

/**
 * Returns the metadata of `/mcp`; `null` if the service issues its tokens itself or `publicUrl` is
 * not set: the request's `Host` is never used.
 *
 * @contract C1.5, C2.3
 */
export function protectedResource({
  publicUrl,
  authentication: { jwt },
}: Settings): ProtectedResource | null {
  if (publicUrl === null || !jwt) return null;
  const { origin } = new URL(publicUrl);
  return {
    resource: `${origin}/${MCP_PATH}`,
    authorization_servers: [jwt.issuer],
    bearer_methods_supported: ['header'],
  };
}

/** Returns the URL of the metadata document; `null` if it does not exist. */
export function metadataAddress(options: Settings): string | null {
  return (
    protectedResource(options) &&
    `${new URL(options.publicUrl!).origin}/${METADATA_PATH}/${MCP_PATH}`
  );
}
