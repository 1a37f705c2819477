import fc from 'fast-check';

/** The requests of readers for a resource of the library. */
interface Members {
  readonly sorts: readonly string[];
  /** Fields that are matched, with values to compare. */
  readonly matches: Readonly<Record<string, readonly string[]>>;
  /** Relations to many, and their targets. */
  readonly many: Readonly<Record<string, string>>;
  /** Relations that a search covers once they are loaded. */
  readonly searched: readonly string[];
}

const texts = [
  'Writer 1',
  'Writer 90',
  'First',
  'Unavailable',
  'Poetry',
  'Sea',
  'Remark 20',
  'null',
  'C-20',
  'a',
];
const instants = ['1900-01-02', '2024-02-08,2024-02-09', '2024-02-08T02:16:20Z', 'null'];
const numbers = ['1', '0.90', '10', '100', 'null'];
const integers = ['3', '9007199254740995', '9007199254740994', 'null'];

const resources: Readonly<Record<string, Members>> = {
  patrons: {
    sorts: ['name', 'card.number'],
    matches: { name: texts },
    many: { books: 'books' },
    searched: [],
  },
  cards: { sorts: ['patron.name'], matches: {}, many: {}, searched: ['patron'] },
  writers: {
    sorts: ['full_name', 'born_at', 'mentor.full_name'],
    matches: { full_name: texts, born_at: instants },
    many: { pupils: 'writers', books: 'books', remarks: 'remarks', topics: 'topics' },
    searched: ['mentor'],
  },
  books: {
    sorts: [
      'title',
      'page_count',
      'price',
      'copies_sold',
      'printed_at',
      'author.full_name',
      'author.born_at',
    ],
    matches: {
      title: texts,
      page_count: ['100', '1,200'],
      price: numbers,
      copies_sold: integers,
      printed_at: instants,
    },
    many: { genres: 'genres', kinds: 'genres', remarks: 'remarks', subjects: 'topics' },
    searched: ['author'],
  },
  genres: { sorts: ['label'], matches: { label: texts }, many: { books: 'books' }, searched: [] },
  topics: {
    sorts: ['name'],
    matches: { name: texts },
    many: { books: 'books', writers: 'writers' },
    searched: [],
  },
  remarks: { sorts: ['text'], matches: { text: texts }, many: {}, searched: [] },
};

export const collections = Object.keys(resources);

const sort = (resource: string): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.constantFrom('id', ...resources[resource]!.sorts), {
      minLength: 1,
      maxLength: 3,
    })
    .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))))
    .map((steps) => steps.join());

const operators = ['', '[eq]', '[gt]', '[gte]', '[lt]', '[lte]', '[in]', '[nin]'];

/**
 * `filter[title]=Sea`, `filter[-born_at][gte]=1900-01-02`, after the path of a relation if there is
 * one.
 */
function match(resource: string, path = ''): fc.Arbitrary<string> {
  const { matches } = resources[resource]!;
  if (Object.keys(matches).length === 0) return fc.constant('');
  return fc
    .constantFrom(...Object.entries(matches))
    .chain(([field, values]) =>
      fc.tuple(
        fc.constant(field),
        fc.constantFrom(...values),
        fc.constantFrom('', '-'),
        fc.constantFrom(...operators),
      ),
    )
    .map(([field, value, sign, operator]) =>
      operator !== '' && !operator.includes('in') && (value === 'null' || value.includes(','))
        ? `filter${path}[${sign}${field}]=${value}`
        : `filter${path}[${sign}${field}]${operator}=${value}`,
    )
    .map(encodeURI);
}

/** A relation with its own sort and match. */
function included(resource: string): fc.Arbitrary<string> {
  const relations = Object.entries(resources[resource]!.many);
  if (relations.length === 0) return fc.constant('');
  return fc
    .constantFrom(...relations)
    .chain(([name, target]) =>
      fc.tuple(fc.constant(name), sort(target), match(target, `[${name}]`), fc.boolean()),
    )
    .map(([name, order, filter, marksMore]) =>
      [
        `include=${name}`,
        `sort[${name}]=${encodeURIComponent(order)}`,
        filter,
        marksMore ? 'more=true' : '',
      ]
        .filter((each) => each !== '')
        .join('&'),
    );
}

const searchIn = (resource: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...texts, '1', '%', 'e', 'unseen'),
      fc.constantFrom('', ...resources[resource]!.searched),
    )
    .map(
      ([text, relation]) =>
        `search=${encodeURIComponent(text)}${relation === '' ? '' : `&related=${relation}`}`,
    );

const searchable = (resource: string) => resource !== 'cards';

/** Filters of an index: matches, a search, a declared filter. */
export const narrowing = (resource: string): fc.Arbitrary<string> =>
  fc.oneof(
    match(resource),
    searchable(resource) ? searchIn(resource) : fc.constant('search=C-2&include=patron'),
    resource === 'writers'
      ? fc
          .integer({ min: 0, max: 4 })
          .map((value) => `filters=[{"key":"min-books","value":${value}}]`)
      : match(resource),
  );

/** The path and query of an index that succeeds. */
export const successful: fc.Arbitrary<string> = fc.constantFrom(...collections).chain((resource) =>
  fc
    .tuple(
      fc.option(narrowing(resource), { nil: '' }),
      fc.option(
        sort(resource).map((order) => `sort=${encodeURIComponent(order)}`),
        { nil: '' },
      ),
      fc.option(included(resource), { nil: '' }),
      fc.constantFrom(
        '',
        'perPage=2',
        'perPage=3&page=2',
        'count=none&perPage=2',
        'count=estimated&perPage=2',
        'cursor=&perPage=2',
      ),
      fc.constantFrom('', 'relatablePerPage=1', 'relatablePerPage=2'),
    )
    .map((parts) => `${resource}?${parts.filter((part) => part !== '').join('&')}`),
);

/** A resource, and an order of it. */
export const ordered: fc.Arbitrary<readonly [resource: string, order: string]> = fc
  .constantFrom(...collections)
  .chain((resource) => fc.tuple(fc.constant(resource), sort(resource)));

const scrap = fc.oneof(
  fc.constantFrom(
    'search',
    'sort',
    'filter',
    'filters',
    'cursor',
    'count',
    'more',
    'sort[books]',
    'filter[books]',
  ),
  fc.constantFrom(
    '[',
    ']',
    '.',
    ',',
    '->',
    '-',
    '=',
    '&',
    '%',
    '+',
    "'",
    '[{',
    '}]',
    '"key"',
    '"value"',
    ':',
  ),
  fc.constantFrom(
    'secret_note',
    'hidden',
    'password',
    'ledgers.entry',
    '__proto__',
    'constructor',
    'title',
    '%00',
  ),
  fc.constantFrom(
    '[in]',
    '[like]',
    '[eq]',
    'null',
    '1e9',
    '2024-02-30',
    'full_name',
    'mentor.full_name',
  ),
  fc.string({ maxLength: 4 }).map(encodeURIComponent),
);

/** Anything in the words of the query language. */
export const anything: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      ...collections,
      'ledgers',
      `writers/00000000-0000-4000-8000-000000000001/books`,
    ),
    fc.array(scrap, { maxLength: 10 }),
  )
  .map(([path, scraps]) => `${path}?${scraps.join('')}`);
