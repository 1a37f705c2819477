/** A message before validation. */
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

/** Returns whether the message is the handshake of a client of the older era. */
export const isHandshake = (body: unknown): boolean => messageOf(body).method === 'initialize';

/** Returns the client's name in its handshake. */
export const introducedName = (body: unknown): unknown => messageOf(body).params?.clientInfo?.name;

/** Returns the id of a tool call; `undefined` for any other message. */
export function calledId(body: unknown): unknown {
  const { method, id } = messageOf(body);
  return method === 'tools/call' && isId(id) ? id : undefined;
}

/** Returns the id of the cancelled call; `undefined` for any other message. */
export function cancelledId(body: unknown): unknown {
  const { method, params } = messageOf(body);
  return method === 'notifications/cancelled' && isId(params?.requestId)
    ? params?.requestId
    : undefined;
}
