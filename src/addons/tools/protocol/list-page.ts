import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** A page of a list that is ordered by name. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

/**
 * Returns the page after a cursor. The cursor contains the last name of the previous page, so that
 * pages do not shift when items are added or removed.
 *
 * @throws ProtocolError invalid params, for an invalid cursor
 */
export function pageOf<Item>(
  items: readonly Item[],
  itemName: (item: Item) => string,
  cursor: string | undefined,
  size: number,
): ListPage<Item> {
  const after = cursor === undefined ? '' : readCursor(cursor);
  const left = items.filter((item) => itemName(item) > after);
  const page = left.slice(0, size);
  const last = page.at(-1);
  const hasMore = last !== undefined && left.length > size;
  return { items: page, ...(hasMore && { nextCursor: writeCursor(itemName(last)) }) };
}

const writeCursor = (name: string): string =>
  Buffer.from(JSON.stringify([name])).toString('base64url');

function readCursor(cursor: string): string {
  try {
    const [name] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof name === 'string' && writeCursor(name) === cursor) return name;
  } catch {
    // Not valid JSON: rejected below, like any other invalid cursor.
  }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is not from an earlier response.',
  );
}
