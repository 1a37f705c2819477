import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import { Origin } from '../../../operations/request-origin.js';
import { Caller } from '../catalogue/caller.js';

/** Who sent one HTTP request to `/mcp`, and how it is answered. */
export interface Visitor {
  readonly user: object;
  /** Languages that the user reads, the best first. */
  readonly languages: readonly string[];
  readonly userAgent: string | undefined;
  /** Names the request in the log. */
  readonly requestId: string;
  /** Does the client take a stream, so that it can be told of progress? */
  readonly streams: boolean;
}

/** What a client of the newer era says of itself, unchecked. */
type Envelope = Readonly<Partial<Record<typeof CLIENT_INFO_META_KEY, { readonly name?: unknown }>>>;

/** The rights of a visitor, for one message. The client's name is the one that it says itself, where it does. */
export function callerOf({ user, languages, userAgent }: Visitor, context: ServerContext): Caller {
  const envelope: Envelope = context.mcpReq.envelope ?? {};
  const client = envelope[CLIENT_INFO_META_KEY]?.name;
  return new Caller(user, languages, new Origin('mcp', typeof client === 'string' ? client : userAgent), context);
}
