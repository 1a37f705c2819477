import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** A page of a list that is in the order of its names. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/**
 * The items behind a cursor, which holds the last name that was told: what comes and goes between
 * two pages shifts nothing.
 *
 * @throws ProtocolError invalid params, for what is no cursor of ours
 */
export function pageOf<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  cursor: string | undefined,
  size: number,
): ListPage<Item> {
  const after = cursor === undefined ? '' : readCursor(cursor);
  const left = items.filter((item) => nameOf(item) > after);
  const page = left.slice(0, size);
  const last = page.at(-1);
  const hasMore = last !== undefined && left.length > size;
  return { items: page, ...(hasMore && { nextCursor: writeCursor(nameOf(last)) }) };
}

const writeCursor = (name: string): string =>
  Buffer.from(JSON.stringify([name])).toString('base64url');

function readCursor(cursor: string): string {
  try {
    const [name] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof name === 'string' && writeCursor(name) === cursor) return name;
  } catch {
    // It is none, as is whatever parses otherwise.
  }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'This is no cursor of an earlier answer.',
  );
}
