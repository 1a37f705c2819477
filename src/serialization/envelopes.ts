/** What an index answer says besides its records. @contract C3.1 */
export interface PageDescription {
  readonly meta: {
    readonly current_page: number;
    readonly from: number | null;
    readonly last_page: number;
    readonly path: string;
    readonly per_page: number;
    readonly to: number | null;
    readonly total: number;
  };
  readonly links: {
    readonly first: string;
    readonly last: string;
    readonly prev: string | null;
    readonly next: string | null;
  };
}

/** What an index answer is made from, besides its records. */
export interface PageFacts {
  readonly number: number;
  readonly size: number;
  readonly total: number;
  /** Path of the collection, absolute where the option `publicUrl` is set. @contract C1.5 */
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** `{data: <resource object>}`, of the record's text. @contract C3.2 */
export const recordEnvelope = (record: string): string => `{"data":${record}}`;

/** `{meta, links, data}`, of the records' texts. @contract C3.1 */
export function indexEnvelope(records: readonly string[], page: PageFacts): string {
  const { meta, links } = describePage(records.length, page);
  return `{"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)},"data":[${records.join(',')}]}`;
}

/** @param count records on the page */
export function describePage(count: number, page: PageFacts): PageDescription {
  const { number, size, total, path } = page;
  const lastPage = Math.max(1, Math.ceil(total / size));
  const first = (number - 1) * size + 1;
  const isEmpty = count === 0;
  const link = linkTo(page);
  return {
    meta: {
      current_page: number,
      from: isEmpty ? null : first,
      last_page: lastPage,
      path,
      per_page: size,
      to: isEmpty ? null : first + count - 1,
      total,
    },
    links: {
      first: link(1),
      last: link(lastPage),
      prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
      next: number < lastPage ? link(number + 1) : null,
    },
  };
}

/** Links keep the other parameters, and the caller's spelling of the page. */
function linkTo({ path, parameters }: PageFacts): (page: number) => string {
  const spelling = parameters.some(([name]) => name === 'page[number]') ? 'page[number]' : 'page';
  const others = parameters
    .filter(([name]) => name !== spelling)
    .map(([name, value]) => `${encode(name)}=${encode(value)}&`);
  const start = `${path}?${others.join('')}${encode(spelling)}=`;
  return (page) => start + page;
}

/** Percent-encoded, but for commas and colons, which a query may hold and people read. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
