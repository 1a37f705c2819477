import type { ResolvedOptions } from '../../../options/resource-api-options.js';
import { MCP_PATH } from './mcp-path.js';

/**
 * Where the document lies, at the host's root; also with the path of what it is about behind it.
 * RFC 9728, 3.1
 */
export const METADATA_PATH = '.well-known/oauth-protected-resource';

/** What a client learns of who gives tokens for `/mcp`. */
export interface ProtectedResource {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
}

type Settings = Pick<ResolvedOptions, 'publicUrl' | 'authentication'>;

/**
 * `null` where the service gives its tokens itself, or does not know its own address: one that came
 * with the request is never told.
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

/** Where a client without a token is sent to look. */
export function metadataAddress(options: Settings): string | null {
  return (
    protectedResource(options) &&
    `${new URL(options.publicUrl!).origin}/${METADATA_PATH}/${MCP_PATH}`
  );
}
