/**
 * The heaviest requests that the limits allow, of several kinds. Each client sends them one after
 * another.
 *
 * @type {readonly { key: string, kind: string, path: string, accept: string }[]}
 */
export const heavyRequests = [
  {
    key: 'deep',
    kind: 'deep include, 100 x 40 x 40',
    path: '/users?include=posts.comments&perPage=100&relatablePerPage=40&page=2',
    accept: 'application/json',
  },
  {
    key: 'search',
    kind: 'search of 300,000 with total',
    path: '/comments?filter[comment][like]=q9zj&perPage=100',
    accept: 'application/json',
  },
  {
    key: 'sort',
    kind: 'sort without index, page 2,900',
    path: '/comments?sort=-comment&perPage=100&page=2900',
    accept: 'application/json',
  },
  {
    key: 'export',
    kind: 'export of 300,000',
    path: '/comments?perPage=all',
    accept: 'text/csv',
  },
  {
    key: 'relation',
    kind: 'relation page with include',
    path: '/users/200/posts?include=comments&perPage=100&page=5&relatablePerPage=100',
    accept: 'application/json',
  },
];

/** A user with 15 posts and roles with pivots, as R1; `number` is any whole number. */
export const lightPath = (number) => `/users/${(number % 10_000) + 1}?include=posts,roles`;
