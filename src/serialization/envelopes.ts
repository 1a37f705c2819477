import type { ResourceObject } from './resource-object.js';

/** `{data: <resource object>}` @contract C3.2 */
export interface RecordEnvelope {
  readonly data: ResourceObject;
}

/** An index answer. @contract C3.1 */
export interface IndexEnvelope {
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
  readonly data: readonly ResourceObject[];
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

export function indexEnvelope(data: readonly ResourceObject[], page: PageFacts): IndexEnvelope {
  const { number, size, total, path } = page;
  const lastPage = Math.max(1, Math.ceil(total / size));
  const first = (number - 1) * size + 1;
  const isEmpty = data.length === 0;
  const link = linkTo(page);
  return {
    meta: {
      current_page: number,
      from: isEmpty ? null : first,
      last_page: lastPage,
      path,
      per_page: size,
      to: isEmpty ? null : first + data.length - 1,
      total,
    },
    links: {
      first: link(1),
      last: link(lastPage),
      prev: number > 1 ? link(Math.min(number - 1, lastPage)) : null,
      next: number < lastPage ? link(number + 1) : null,
    },
    data,
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
