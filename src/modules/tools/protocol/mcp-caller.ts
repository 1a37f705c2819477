import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { Origin } from '../../../authorization/request-origin.js';
import { Caller } from '../catalogue/caller.js';
import { clientOfSession } from './session-name.js';

/** Who sent one HTTP request to `/mcp`, and how it is answered. */
export interface McpCaller {
  readonly user: object;
  /** Languages that the user reads, the best first. */
  readonly languages: readonly string[];
  /**
   * The name that a handshake of the older era was answered with; `undefined`: the client had none,
   * or keeps none.
   */
  readonly session: string | undefined;
  readonly userAgent: string | undefined;
  /** Names the request in the log. */
  readonly requestId: string;
  /** Does the client take a stream, so that it can be told of progress? */
  readonly streams: boolean;
}

/** What a client of the newer era says of itself, unchecked. */
type Envelope = Readonly<Partial<Record<typeof CLIENT_INFO_META_KEY, { readonly name?: unknown }>>>;

/** The rights of a visitor, for one message. */
export function callerOf(mcpCaller: McpCaller, context: ServerContext): Caller {
  return new Caller(
    mcpCaller.user,
    mcpCaller.languages,
    new Origin('mcp', clientOf(mcpCaller, context)),
    context,
  );
}

/**
 * The client's name as it says it itself, with each message or in its handshake; else that of its
 * program.
 */
function clientOf({ session, userAgent }: McpCaller, context: ServerContext): string | undefined {
  const envelope: Envelope = context.mcpReq.envelope ?? {};
  const client = envelope[CLIENT_INFO_META_KEY]?.name;
  return typeof client === 'string' ? client : (clientOfSession(session) ?? userAgent);
}
