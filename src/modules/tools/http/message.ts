/** A message as it came, unchecked. */
interface Message {
  readonly method?: unknown;
  readonly id?: unknown;
  readonly params?: {
    readonly requestId?: unknown;
    readonly clientInfo?: { readonly name?: unknown };
  };
}

const messageOf = (body: unknown): Message =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};

const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';

/** Does a client of the older era introduce itself? */
export const isHandshake = (body: unknown): boolean => messageOf(body).method === 'initialize';

/** What a client calls itself in its handshake. */
export const introducedName = (body: unknown): unknown => messageOf(body).params?.clientInfo?.name;

/** The id of a call that may take its time; `undefined` for any other message. */
export function calledId(body: unknown): unknown {
  const { method, id } = messageOf(body);
  return method === 'tools/call' && isId(id) ? id : undefined;
}

/** The id of the call that is to stop; `undefined` for any other message. */
export function cancelledId(body: unknown): unknown {
  const { method, params } = messageOf(body);
  return method === 'notifications/cancelled' && isId(params?.requestId)
    ? params?.requestId
    : undefined;
}
