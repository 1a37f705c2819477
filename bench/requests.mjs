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
 * @property {(before: ReadonlySet<number>, sent: readonly number[]) => ReadonlySet<number>}
 * [rolesAfter] the roles that a user has after a write
 * @property {(before: object | null, sent: object) => object} [articleAfter] the attributes of an
 * article after a write; `before` is `null` for a new one
 * @property {boolean} [isGuarded] a guard reads records before the write
 * @property {number} [records] how many records a run changes: it is sent once per round, and
 * chunks of {@link CHUNK} are counted
 * @property {boolean} [isLogged] a row of the log is stored per record
 * @property {boolean} [onlyInFull] omitted from short runs, and for servers that nest rows in
 * JavaScript
 * @property {boolean} [onlyNamed] only measured if it is named
 * @property {'reads' | 'writes' | 'runs'} phase reads are measured before any changes, runs after
 * everything else
 * @property {{ pg?: number, sqlite?: number }} must the share of the limit that the project must
 * reach; of the limit with a log if the request is logged
 */

/** Records per chunk of a handler. */
export const CHUNK = 200;

/**
 * User 200 has 500 posts, user 4000 too; the others have seven or eight. Page 667 is the last, with
 * ten users.
 */
const users = [1, 2, 200, 201, 4000, 9999, 10000];
const pages = [1, 2, 14, 333, 653, 666];

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
    must: { pg: 0.75, sqlite: 0.6 },
  },
  {
    key: 'R2f',
    phase: 'reads',
    title: 'the same, the first twenty pages',
    path: '/users?include=posts.comments&page={1-20}',
    samples: [3, 20],
    expect: (expected, page) => expected.nested(page),
    onlyInFull: true,
    must: { pg: 0.75, sqlite: 0.6 },
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
    must: { pg: 0.75, sqlite: 0.6 },
  },
  {
    key: 'R3',
    phase: 'reads',
    title: 'index with total',
    path: '/users?page={1-666}',
    samples: [...pages, 667],
    expect: (expected, page) => expected.index(page),
    withTotal: true,
    must: { pg: 0.95 },
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
    must: { pg: 0.9 },
  },
  {
    key: 'R4a',
    phase: 'writes',
    title: 'attach two roles with a pivot value',
    method: 'POST',
    path: '/users/{1-10000}/attach/roles',
    body: '{"roles": [{1-25}, {26-50}], "policy": "read"}',
    rolesAfter: (before, sent) => new Set([...before, ...sent]),
    isGuarded: true,
    onlyInFull: true,
    must: { pg: 0.33, sqlite: 0.4 },
  },
  {
    key: 'R4s',
    phase: 'writes',
    title: 'sync to three roles',
    method: 'POST',
    path: '/users/{1-10000}/sync/roles',
    body: '{"roles": [{1-16}, {17-33}, {34-50}]}',
    rolesAfter: (_before, sent) => new Set(sent),
    isGuarded: true,
    onlyInFull: true,
    must: { pg: 0.35, sqlite: 0.6 },
  },
  ...logOffAndOn({
    key: 'R6',
    phase: 'writes',
    title: 'store an article with rules, hooks and a policy',
    method: 'POST',
    path: '/articles',
    body: `{"user_id": {1-10000}, "title": "Article {1-10000}", "description": "${'lorem ipsum dolor '.repeat(4)}", "views": {1-999}}`,
    articleAfter: (_before, sent) => ({ ...sent, user_id: String(sent.user_id) }),
    onlyInFull: true,
    must: { pg: 0.4 },
  }),
  ...logOffAndOn({
    key: 'R7',
    phase: 'writes',
    title: 'patch an article with rules, hooks and a policy',
    method: 'PATCH',
    path: '/articles/{1-10000}',
    body: '{"title": "Article {10001-90000}", "views": {1001-9999}}',
    articleAfter: (before, sent) => ({ ...before, ...sent }),
    isGuarded: true,
    onlyInFull: true,
    must: { pg: 0.4 },
  }),
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
    must: { pg: 0.6 },
  },
];

/** Returns the request twice: without and with a row of the log. */
function logOffAndOn(request) {
  const logged = { ...request, key: `${request.key}log`, title: 'the same, with a row of the log' };
  return [request, { ...logged, isLogged: true }];
}

/**
 * Returns whether the server serves the request. The limits serve all requests, with or without a
 * log; those behind a token all but runs, or only writes that a guard reads for; servers that nest
 * rows in JavaScript only the reads of short runs.
 */
export function isServedBy(request, { isLimit, isProject, logs = false, access }) {
  const { onlyInFull, isLogged = false, isGuarded = false, records } = request;
  if (access) return !isLogged && !records && (access === 'token' || isGuarded);
  if (isProject || isLimit) return logs === isLogged;
  return !onlyInFull;
}
