import fc from 'fast-check';

/**
 * What readers may name of each resource of the library: its fields, and its relations with their
 * targets.
 */
const resources: Readonly<
  Record<string, { fields: readonly string[]; relations: Readonly<Record<string, string | null>> }>
> = {
  patrons: {
    fields: ['name', 'settings'],
    relations: { card: 'cards', fines: 'fines', books: 'books' },
  },
  cards: { fields: ['number', 'patron_id'], relations: { patron: 'patrons' } },
  fines: { fields: ['patron_id'], relations: {} },
  writers: {
    fields: ['full_name', 'born_at'],
    relations: {
      ...{
        mentor: 'writers',
        pupils: 'writers',
        books: 'books',
        works: 'books',
        portrait: 'portraits',
      },
      ...{
        remarks: 'remarks',
        topics: 'topics',
        initial: null,
        pen_names: null,
        name_length: null,
        display_name: null,
      },
    },
  },
  books: {
    fields: [
      'title',
      'page_count',
      'price',
      'cost',
      'copies_sold',
      'printed_at',
      'details',
      'keywords',
      'writer_id',
    ],
    relations: {
      ...{
        writer: 'writers',
        author: 'writers',
        main_genre: 'genres',
        genres: 'genres',
        kinds: 'genres',
      },
      ...{ remarks: 'remarks', subjects: 'topics', cover_price: null },
    },
  },
  genres: { fields: ['label'], relations: { books: 'books' } },
  topics: { fields: ['name'], relations: { books: 'books', writers: 'writers' } },
  remarks: { fields: ['text', 'remarkable_id'], relations: {} },
  portraits: { fields: ['path'], relations: {} },
};

export const collections = Object.keys(resources);

const columns = (resource: string) =>
  fc.option(
    fc
      .uniqueArray(fc.constantFrom('id', ...resources[resource]!.fields), {
        minLength: 1,
        maxLength: 3,
      })
      .map((names) => `[${names.join('|')}]`),
    { nil: '' },
  );

/** A path of relations that a reader may use: `books[title].genres`. */
function path(resource: string, depth: number): fc.Arbitrary<string> {
  const relations = Object.entries(resources[resource]!.relations);
  if (relations.length === 0 || depth === 0) return fc.constant('');
  return fc.constantFrom(...relations).chain(([name, target]) => {
    if (target === null) return fc.constant(name);
    return fc
      .tuple(columns(target), path(target, depth - 1))
      .map(([list, rest]) => `${name}${list}${rest === '' ? '' : `.${rest}`}`);
  });
}

const parameter = (name: string, value: fc.Arbitrary<string | number>) =>
  fc.option(
    value.map((text) => `${name}=${text}`),
    { nil: '' },
  );

/** The path and query of an index that succeeds: `books?include=genres&perPage=3`. */
export const successful: fc.Arbitrary<string> = fc.constantFrom(...collections).chain((resource) =>
  fc
    .tuple(
      fc
        .array(path(resource, 4), { maxLength: 3 })
        .map((paths) => `include=${paths.filter((each) => each !== '').join()}`),
      parameter(`fields[${resource}]`, fc.constantFrom('id', ...resources[resource]!.fields)),
      parameter('page', fc.integer({ min: 1, max: 4 })),
      parameter('perPage', fc.integer({ min: 1, max: 20 })),
      parameter('relatablePerPage', fc.integer({ min: 1, max: 5 })),
    )
    .map((parameters) => `${resource}?${parameters.filter((each) => each !== '').join('&')}`),
);

const scrap = fc.oneof(
  fc.constantFrom(
    'include',
    'related',
    'fields',
    'page',
    'perPage',
    '[',
    ']',
    '.',
    ',',
    '|',
    '=',
    '&',
    '%',
    '+',
    '*',
  ),
  fc.constantFrom(
    'books',
    'ledgers',
    'password',
    'secret_note',
    '__proto__',
    '%00',
    '%ED%A0%80',
    '-1',
    '1e9',
    "'",
    '?',
  ),
  fc.string({ maxLength: 4 }).map(encodeURIComponent),
);

/** Anything after a resource's path. */
export const anything: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...collections, 'ledgers', 'nothing'),
    fc.option(fc.webSegment(), { nil: null }),
    fc.array(scrap),
  )
  .map(([resource, id, scraps]) => `${resource}${id === null ? '' : `/${id}`}?${scraps.join('')}`);
