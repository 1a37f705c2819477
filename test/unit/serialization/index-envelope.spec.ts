import {
  describePage,
  indexEnvelope,
  type PageDescription,
  type PageFacts,
} from '../../../src/serialization/envelopes.js';

const records = (count: number): string[] =>
  Array.from({ length: count }, (_none, at) => `{"id":"${at}"}`);

/** The envelope as the caller reads it. */
const envelopeOf = (texts: readonly string[], page: PageFacts) =>
  JSON.parse(indexEnvelope(texts, describePage(texts.length, page))) as PageDescription & {
    data: readonly unknown[];
  };

const numbered = (number: number, total: number | null, hasMore: boolean): PageFacts['place'] => ({
  by: 'number',
  number,
  total,
  totalIs: null,
  hasMore,
});

const facts = (more: Partial<PageFacts>): PageFacts => ({
  place: numbered(1, 0, false),
  size: 15,
  path: '/api/posts',
  parameters: [],
  ...more,
});

describe('indexEnvelope (C3.1)', () => {
  it.each([
    [1, 0, 0, { from: null, to: null, last_page: 1 }, { prev: null, next: null, last: 1 }],
    [2, 0, 0, { from: null, to: null, last_page: 1 }, { prev: 1, next: null, last: 1 }],
    [1, 1, 1, { from: 1, to: 1, last_page: 1 }, { prev: null, next: null, last: 1 }],
    [1, 15, 15, { from: 1, to: 15, last_page: 1 }, { prev: null, next: null, last: 1 }],
    [1, 15, 16, { from: 1, to: 15, last_page: 2 }, { prev: null, next: 2, last: 2 }],
    [2, 1, 16, { from: 16, to: 16, last_page: 2 }, { prev: 1, next: null, last: 2 }],
    [3, 0, 16, { from: null, to: null, last_page: 2 }, { prev: 2, next: null, last: 2 }],
    [9, 0, 16, { from: null, to: null, last_page: 2 }, { prev: 2, next: null, last: 2 }],
  ])('page %i with %i records of %i', (number, count, total, meta, { prev, next, last }) => {
    const link = (page: number | null) => page && `/api/posts?page=${page}`;
    const envelope = envelopeOf(
      records(count),
      facts({ place: numbered(number, total, next !== null) }),
    );
    expect(envelope.meta).toEqual({
      current_page: number,
      path: '/api/posts',
      per_page: 15,
      total,
      ...meta,
    });
    expect(envelope.links).toEqual({
      first: link(1),
      last: link(last),
      prev: link(prev),
      next: link(next),
    });
    expect(envelope.data).toEqual(records(count).map((text) => JSON.parse(text)));
  });

  it('keeps the other parameters, repeated ones too, in links with the same meaning', () => {
    const parameters = [
      ['include', 'a[b|c],d&e=f'],
      ['page', '7'],
      ['include', 'é +%#'],
      ['perPage', '2'],
    ] as const;
    const { links } = envelopeOf([], facts({ place: numbered(1, 4, true), size: 2, parameters }));
    const { pathname, searchParams } = new URL(links.last!, 'http://localhost');
    expect(pathname).toBe('/api/posts');
    expect([...searchParams]).toEqual([parameters[0], parameters[2], parameters[3], ['page', '2']]);
  });

  it('keeps the spelling of the page', () => {
    const { links } = envelopeOf([], facts({ parameters: [['page[number]', '1']] }));
    expect([...new URL(links.first!, 'http://localhost').searchParams]).toEqual([
      ['page[number]', '1'],
    ]);
  });

  it('has no total that was not counted, and has the neighbouring pages', () => {
    const { meta, links } = envelopeOf(records(15), facts({ place: numbered(3, null, true) }));
    expect(meta).toMatchObject({ current_page: 3, from: 31, to: 45, last_page: null, total: null });
    expect(links).toEqual({
      first: '/api/posts?page=1',
      last: null,
      prev: '/api/posts?page=2',
      next: '/api/posts?page=4',
    });
  });

  it('contains only its own links for a page by cursor', () => {
    const parameters = [
      ['cursor', 'old'],
      ['sort', '-title'],
    ] as const;
    const envelope = envelopeOf(
      records(1),
      facts({ place: { by: 'cursor', next: 'new' }, parameters }),
    );
    expect(envelope.meta).toEqual({ per_page: 15, path: '/api/posts' });
    expect(envelope.links).toEqual({
      first: '/api/posts?sort=-title&cursor=',
      next: '/api/posts?sort=-title&cursor=new',
    });
    expect(envelopeOf([], facts({ place: { by: 'cursor', next: null } })).links.next).toBeNull();
  });
});
