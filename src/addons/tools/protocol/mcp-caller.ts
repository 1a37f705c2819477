import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { Origin } from '../../../pipeline/authorization/request-origin.js';
import type { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { Caller } from '../tool/caller.js';
import { clientOfSession } from './session-name.js';

/** The sender of an HTTP request to `/mcp`. */
export interface McpCaller {
  readonly user: object;
  /** Accepted languages, the preferred one first. */
  readonly languages: readonly string[];
  /**
   * The session name issued at a handshake of the older era; `undefined` if the client sent none.
   */
  readonly session: string | undefined;
  readonly userAgent: string | undefined;
  /** The id of the request in the log. */
  readonly requestId: string;
  /** Whether the client accepts a stream, in which progress can be reported. */
  readonly streams: boolean;
}

/** What a client of the newer era sends about itself, unchecked. */
type Envelope = Readonly<Partial<Record<typeof CLIENT_INFO_META_KEY, { readonly name?: unknown }>>>;

/** Returns the caller of one message. */
export function callerOf(
  mcpCaller: McpCaller,
  serverContext: ServerContext,
  registry: ResourceRegistry,
): Caller {
  return new Caller(
    mcpCaller.user,
    mcpCaller.languages,
    new Origin('mcp', clientOf(mcpCaller, serverContext)),
    serverContext,
    registry,
  );
}

/**
 * Returns the client's name from the message or the handshake; otherwise its user agent.
 */
function clientOf(
  { session, userAgent }: McpCaller,
  serverContext: ServerContext,
): string | undefined {
  const envelope: Envelope = serverContext.mcpReq.envelope ?? {};
  const client = envelope[CLIENT_INFO_META_KEY]?.name;
  return typeof client === 'string' ? client : (clientOfSession(session) ?? userAgent);
}
