/** What pages have in common. */
interface AnyPage {
  readonly links: { readonly next: string | null };
  readonly data: readonly unknown[];
}
/** Which page to read. */
interface Position {
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
}
type ReadPage = (position: Position) => Promise<unknown>;

/** Yields pages from a position on, until a page has no next one. @contract C3.1 */
export async function* readPages<Page>(
  read: ReadPage,
  { page = 1, cursor }: Position,
): AsyncGenerator<Page, void> {
  let next: Position | null = cursor === undefined ? { page } : { cursor };
  while (next) {
    const found = (await read(next)) as AnyPage;
    yield found as Page;
    next = positionOf(found.links.next);
  }
}

/** Yields the records of all pages by cursor. */
export async function* readRecords<Item>(read: ReadPage): AsyncGenerator<Item, void> {
  for await (const { data } of readPages<AnyPage>(read, { cursor: '' })) yield* data as Item[];
}

/** Returns the cursor of the next page, as `cursor` takes it; `undefined` after the last page. */
export const nextCursor = ({ links }: Pick<AnyPage, 'links'>): string | undefined =>
  positionOf(links.next)?.cursor;

/** The position that a link contains. */
function positionOf(link: string | null): Position | null {
  if (link === null) return null;
  const parameters = new URLSearchParams(link.slice(link.indexOf('?')));
  const cursor = parameters.get('cursor');
  return cursor === null ? { page: Number(parameters.get('page')) } : { cursor };
}
