/**
 * A request that is measured.
 *
 * @typedef {object} Request
 * @property {string} key
 * @property {string} title
 * @property {string} path behind the server's prefix; `{1-666}` is a random number of that range
 * @property {readonly number[]} samples the numbers whose answers are checked before a clock starts
 * @property {(expected: import('./check/expected.mjs').ExpectedAnswers, sample: number) => object} expect
 * @property {boolean} [withTotal] the answer counts all records
 * @property {boolean} [onlyInFull] left out of short runs
 * @property {{ pg?: number, sqlite?: number }} must the share of the limit that the project must reach
 */

/** User 200 has 500 posts, user 4000 too; the others have seven or eight. Page 667 is the last, with ten users. */
const users = [1, 2, 200, 201, 4000, 9999, 10000];
const pages = [1, 2, 14, 333, 653, 666];

/** @type {readonly Request[]} */
export const requests = [
  {
    key: 'R1',
    title: 'show a user with 15 posts and roles with pivots',
    path: '/users/{1-10000}?include=posts,roles',
    samples: users,
    expect: (expected, id) => expected.show(id),
    must: { pg: 0.4, sqlite: 0.45 },
  },
  {
    key: 'R2',
    title: 'index of 15 users x 15 posts x 15 comments, any page',
    path: '/users?include=posts.comments&page={1-666}',
    samples: pages,
    expect: (expected, page) => expected.nested(page),
    must: { pg: 0.65, sqlite: 0.45 },
  },
  {
    key: 'R2f',
    title: 'the same, the first twenty pages',
    path: '/users?include=posts.comments&page={1-20}',
    samples: [3, 20],
    expect: (expected, page) => expected.nested(page),
    onlyInFull: true,
    must: { pg: 0.65, sqlite: 0.45 },
  },
  {
    key: 'R3',
    title: 'index with total',
    path: '/users?page={1-666}',
    samples: [...pages, 667],
    expect: (expected, page) => expected.index(page),
    withTotal: true,
    must: { pg: 0.9 },
  },
];
