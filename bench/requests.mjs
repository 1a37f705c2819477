/**
 * A measured request.
 *
 * @typedef {object} Request
 * @property {string} key
 * @property {string} title
 * @property {'GET' | 'POST' | 'PATCH'} [method] default: GET
 * @property {string} path after the server's prefix; `{1-666}` is a random number of that range
 * @property {string} [body] JSON; `{1-50}` is a random number here too
 * @property {readonly number[]} [samples] the numbers whose responses are checked before the
 * measurement
 * @property {(expected: import('./check/expected.mjs').ExpectedRecords, sample: number) => object}
 * [expect]
 * @property {boolean} [withTotal] the response contains the total
 * @property {Written} [written] how the write is checked
 * @property {boolean} [isLookedAt] a policy looks at the records of the write
 * @property {number} [records] how many records a run changes: it is sent once per round, and
 * chunks of {@link CHUNK} are counted
 * @property {boolean} [isLogged] served by the servers that keep a log, and by no others
 * @property {boolean} [onlyInFull] omitted from short runs, and for servers that nest rows in
 * JavaScript
 * @property {boolean} [onlyNamed] only measured if it is named
 * @property {'reads' | 'writes' | 'runs'} phase reads are measured before any changes, runs after
 * everything else
 * @property {{ pg?: number, sqlite?: number }} must the share of the limit that the project must
 * reach
 */

/**
 * How a write is checked: it is sent once, with the highest numbers of its ranges, and a user's
 * posts and roles are read before and after it.
 *
 * @typedef {object} Written
 * @property {number} key of the written record
 * @property {number} user whose posts and roles are read
 * @property {(user: object) => unknown} read what the write changes
 * @property {(before: unknown, sent: object) => unknown} after what is read after the write
 * @property {boolean} [isReturned] the response contains the record with the sent values
 */

/** Records per chunk of a handler. */
export const CHUNK = 200;

/**
 * User 200 has 500 posts, user 4000 too; the others have seven or eight. Page 667 is the last, with
 * ten users.
 */
const users = [1, 2, 200, 201, 4000, 9999, 10000];
const pages = [1, 2, 14, 333, 653, 666];

const rolesOf = ({ relationships }) => new Set(relationships.roles.map(({ id }) => Number(id)));
const newestTitle = ({ relationships }) => relationships.posts[0].attributes.title;

/** Post 24951 is the newest of user 200. */
const patched = {
  key: 24_951,
  user: 200,
  read: newestTitle,
  after: (_before, { title }) => title,
  isReturned: true,
};
/** The bench's account is user 1. */
const stored = { ...patched, user: 1 };

const store = {
  phase: 'writes',
  method: 'POST',
  path: '/posts',
  body: '{"title": "A post of {1-1000000}", "description": "Some words that describe the post.", "views": {0-999}}',
  written: stored,
  onlyInFull: true,
  must: { pg: 0.4, sqlite: 0.4 },
};
const patch = {
  phase: 'writes',
  method: 'PATCH',
  path: '/posts/{1-100000}',
  body: '{"title": "Changed to {1-1000000}"}',
  written: patched,
  isLookedAt: true,
  onlyInFull: true,
  must: { pg: 0.4, sqlite: 0.4 },
};

/** @type {readonly Request[]} */
export const requests = [
  {
    key: 'R1',
    phase: 'reads',
    title: 'show a user with 15 posts and roles with pivots',
    path: '/users/{1-10000}?include=posts,roles',
    samples: users,
    expect: (expected, id) => expected.show(id),
    must: { pg: 0.45, sqlite: 0.45 },
  },
  {
    key: 'R2',
    phase: 'reads',
    title: 'index of 15 users x 15 posts x 15 comments, any page',
    path: '/users?include=posts.comments&page={1-666}',
    samples: pages,
    expect: (expected, page) => expected.nested(page),
    must: { pg: 1.0, sqlite: 0.6 },
  },
  {
    key: 'R2f',
    phase: 'reads',
    title: 'the same, the first twenty pages',
    path: '/users?include=posts.comments&page={1-20}',
    samples: [3, 20],
    expect: (expected, page) => expected.nested(page),
    onlyInFull: true,
    onlyNamed: true,
    must: { pg: 0.65, sqlite: 0.45 },
  },
  {
    key: 'R2n',
    phase: 'reads',
    title: 'the same without the total, which the limit does not count',
    path: '/users?include=posts.comments&page={1-20}&count=none',
    samples: [3, 20],
    expect: (expected, page) => expected.nested(page),
    onlyInFull: true,
    onlyNamed: true,
    must: { pg: 0.65, sqlite: 0.45 },
  },
  {
    key: 'R3',
    phase: 'reads',
    title: 'index with total',
    path: '/users?page={1-666}',
    samples: [...pages, 667],
    expect: (expected, page) => expected.index(page),
    withTotal: true,
    must: { pg: 1.2, sqlite: 0.55 },
  },
  {
    key: 'R3b',
    phase: 'reads',
    title: 'index with total, matched by a part of the address and sorted by age',
    path: '/users?filter[email][like]=corp.io&sort=-age&page={1-222}',
    samples: [1, 2, 111, 222],
    expect: (expected, page) => expected.matching(page, 'corp.io'),
    withTotal: true,
    onlyInFull: true,
    must: { pg: 0.9, sqlite: 0.55 },
  },
  {
    key: 'R4a',
    phase: 'writes',
    title: 'attach two roles with a pivot value',
    method: 'POST',
    path: '/users/{1-10000}/attach/roles',
    body: '{"roles": [{1-25}, {26-50}], "policy": "read"}',
    written: {
      key: 9_000,
      user: 9_000,
      read: rolesOf,
      after: (before, { roles }) => new Set([...before, ...roles]),
    },
    isLookedAt: true,
    onlyInFull: true,
    must: { pg: 0.5, sqlite: 0.35 },
  },
  {
    key: 'R4s',
    phase: 'writes',
    title: 'sync to three roles',
    method: 'POST',
    path: '/users/{1-10000}/sync/roles',
    body: '{"roles": [{1-16}, {17-33}, {34-50}]}',
    written: {
      key: 9_000,
      user: 9_000,
      read: rolesOf,
      after: (_before, { roles }) => new Set(roles),
    },
    isLookedAt: true,
    onlyInFull: true,
    must: { pg: 0.42, sqlite: 0.42 },
  },
  { key: 'R6', title: 'store a post with rules, a hook and a policy', ...store },
  { key: 'R6log', title: 'the same, with a row of the log', ...store, isLogged: true },
  { key: 'R7', title: 'change the title of any post, with the same', ...patch },
  { key: 'R7log', title: 'the same, with a row of the log', ...patch, isLogged: true },
  {
    key: 'R5',
    phase: 'runs',
    title: 'an action over all of 100,000 posts, in chunks of 200',
    method: 'POST',
    path: '/posts/actions?action=count-views',
    body: '{"repositories": "all"}',
    records: 100_000,
    onlyInFull: true,
    must: { pg: 0.8, sqlite: 0.5 },
  },
  {
    key: 'R5log',
    phase: 'runs',
    title: 'the same, with a row of the log for each record',
    method: 'POST',
    path: '/posts/actions?action=count-views',
    body: '{"repositories": "all"}',
    records: 100_000,
    isLogged: true,
    onlyInFull: true,
    must: { pg: 0.6, sqlite: 0.6 },
  },
];

const BIG_USERS = Array.from({ length: 50 }, (_none, at) => 200 * (at + 1));

/** Reads that every limit allows, and that take long. */
export const longReads = {
  /** 50 users with 100 posts each, and the user of each post: 3 MB. */
  '3 MB': {
    path: `/users?id=${BIG_USERS.join(',')}&perPage=100&relatablePerPage=100&include=posts.user,roles`,
  },
  /** All 300,000 comments are read twice: for the page and for the total. */
  scans: { path: '/comments?filter[comment][like]=zz{1-999}' },
};

/** Returns whether the server is measured with the request. */
export function isServedBy({ phase, onlyInFull, isLogged = false, isLookedAt }, server) {
  const { isLimit, isProject, nests, looks, logs = false } = server;
  if (logs !== isLogged) return false;
  if (isLimit || isProject) return true;
  if (nests) return !onlyInFull;
  return looks ? Boolean(isLookedAt) : phase !== 'runs';
}
