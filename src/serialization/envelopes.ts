/** The data of an index response besides its records. */
export interface PageFacts {
  readonly size: number;
  readonly place: NumberedPlace | CursorPlace;
  /** Path of the collection, absolute where the option `publicUrl` is set. @contract C1.5 */
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

export interface NumberedPlace {
  readonly by: 'number';
  readonly number: number;
  /** `null` where it was not counted. */
  readonly total: number | null;
  /** Whether the total is an estimate; `null` if none was asked for. */
  readonly isEstimated: boolean | null;
  readonly hasMore: boolean;
}

export interface CursorPlace {
  readonly by: 'cursor';
  /** The cursor of the next page; `null` at the end. */
  readonly next: string | null;
}

/** The members of an index response besides its records. @contract C3.1 */
export interface PageDescription {
  readonly meta: Readonly<Record<string, number | string | boolean | null>>;
  readonly links: Readonly<Record<string, string | null>>;
}

/** Returns `{data: <resource object>}`, with the record as JSON. @contract C3.2 */
export const recordEnvelope = (record: string): string => `{"data":${record}}`;

/** Returns `{data: [<resource object>]}`, with the records as JSON. @contract C13.5 */
export const recordsEnvelope = (records: readonly string[]): string =>
  `{"data":[${records.join(',')}]}`;

/** Returns `{meta, links, data}`, with the records as JSON. @contract C3.1 */
export const indexEnvelope = (
  records: readonly string[],
  { meta, links }: PageDescription,
): string =>
  `{"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)},"data":[${records.join(',')}]}`;

/** Proxies reject responses with long headers; nginx reads 4 KiB by default. */
const LONGEST_LINK_HEADER = 3_072;

/**
 * Returns the links of a page as the value of the header `Link`: the same as in the body, without
 * those that are null. Returns `undefined` if it would be too long for a header.
 *
 * @contract C17.4
 */
export function linkHeader({ links }: PageDescription): string | undefined {
  const header = Object.entries(links)
    .flatMap(([relation, url]) => (url === null ? [] : [`<${url}>; rel="${relation}"`]))
    .join(', ');
  return header.length > LONGEST_LINK_HEADER ? undefined : header;
}

/**
 * Returns the members of an index response besides its records.
 *
 * @param count records on the page
 * @contract C3.1
 */
export function describePage(count: number, page: PageFacts): PageDescription {
  return page.place.by === 'cursor'
    ? describeCursor(page, page.place)
    : describeNumbered(count, page, page.place);
}

/** Describes a page without a total, which links to the next one. */
function describeCursor(page: PageFacts, { next }: CursorPlace): PageDescription {
  const link = linkTo(page, 'cursor');
  return {
    meta: { per_page: page.size, path: page.path },
    links: { first: link(''), next: next === null ? null : link(next) },
  };
}

function describeNumbered(
  count: number,
  page: PageFacts,
  { number, total, isEstimated, hasMore }: NumberedPlace,
): PageDescription {
  const { size, path } = page;
  const lastPage = total === null ? null : Math.max(1, Math.ceil(total / size));
  const knownLast = isEstimated ? null : lastPage;
  const first = (number - 1) * size + 1;
  const isEmpty = count === 0;
  const link = linkTo(page, spellingOf(page));
  return {
    meta: {
      current_page: number,
      from: isEmpty ? null : first,
      last_page: lastPage,
      path,
      per_page: size,
      to: isEmpty ? null : first + count - 1,
      total,
      ...(isEstimated !== null && { total_estimated: isEstimated }),
    },
    links: {
      first: link(1),
      last: knownLast === null ? null : link(knownLast),
      prev: number > 1 ? link(Math.min(number - 1, knownLast ?? Infinity)) : null,
      next: hasMore ? link(number + 1) : null,
    },
  };
}

/** Returns the parameter that the caller used for the page. */
const spellingOf = ({ parameters }: PageFacts): string =>
  parameters.some(([name]) => name === 'page[number]') ? 'page[number]' : 'page';

/** Returns a function that links to other pages and keeps the other parameters. */
function linkTo(
  { path, parameters }: PageFacts,
  spelling: string,
): (place: number | string) => string {
  const others = parameters.filter(([name]) => name !== spelling);
  const start = `${path}?${others.map(([name, value]) => `${encode(name)}=${encode(value)}&`).join('')}${encode(spelling)}=`;
  return (place) => start + place;
}

/**
 * Percent-encodes a string, except commas and colons, which a query may contain and people read
 * more easily.
 */
export const encode = (json: string): string =>
  encodeURIComponent(json).replaceAll('%2C', ',').replaceAll('%3A', ':');
