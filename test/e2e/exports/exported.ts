export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** A resource object in a response. */
export interface Item {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The lines of a CSV file, whose cells have no line ends. */
export const linesOf = (csv: string): readonly string[] => csv.split('\r\n').slice(0, -1);

/** The records of an NDJSON file. */
export const recordsIn = (ndjson: string): readonly Item[] =>
  ndjson
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Item);

/** The line of CSV with these values. */
export const lineOf = (cell: (json: string) => string, values: readonly unknown[]): string =>
  values.map((value) => cell(JSON.stringify(value ?? null))).join(',');

interface Page {
  readonly data: readonly Item[];
  readonly links: { readonly next: string | null };
}

/** The records of all pages of JSON, in their order. */
export async function everyPage(
  get: (path: string) => Promise<{ readonly body: unknown }>,
  path: string,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  for (let next: string | null = `${path}perPage=100&cursor=`; next !== null;) {
    const { data, links } = (await get(next)).body as Page;
    found.push(...data);
    next = links.next?.slice('/api'.length) ?? null;
  }
  return found;
}
