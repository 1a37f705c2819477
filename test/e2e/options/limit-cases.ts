import type { InjectOptions } from 'fastify';
import type { Limits } from '../../../src/index.js';
import { form } from '../../support/forms.js';
import { padded, png } from '../../support/images.js';

/** Requests that reach one limit, and how the first one past it is rejected. */
export interface LimitCase {
  readonly limit: keyof Limits;
  /** A request at exactly this size, correct in every other respect. */
  readonly request: (amount: number) => InjectOptions;
  /** Its response at the limit. */
  readonly served: number;
  /** Its response past the limit. */
  readonly refused: number;
  /** The parameter or field that the error names. */
  readonly under?: string;
}

const get = (url: string): InjectOptions => ({ method: 'GET', url: `/api${url}` });

const send = (url: string, payload: object | string): InjectOptions => ({
  method: 'POST',
  url: `/api${url}`,
  headers: { 'content-type': 'application/json' },
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

const avatar = (content: Buffer): InjectOptions => ({
  method: 'POST',
  url: '/api/profile',
  ...form({ name: 'avatar', filename: 'a.png', content }),
});

const letters = (count: number) => 'a'.repeat(Math.max(0, count));

/** A post with a key that is not a field: it is read and ignored. */
function postOfBytes(bytes: number): string {
  const [before, after] = ['{"title":"A","status":"draft","padding":"', '"}'];
  return before + letters(bytes - before.length - after.length) + after;
}

const postOfDepth = (depth: number): string =>
  `{"title":"A","status":"draft","padding":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

/** A path of relations that ends nowhere. */
const path = (depth: number): string =>
  Array.from({ length: depth }, (_each, at) => ['posts', 'comments', 'author'][at % 3]).join('.');

const relations = [
  ...['company', 'phone', 'posts', 'roles', 'image', 'logs', 'stats', 'headline'],
  ...[
    'posts.comments',
    'posts.tags',
    'posts.image',
    'posts.logs',
    'posts.user',
    'posts.comments.author',
  ],
  ...[
    'posts.tags.videos',
    'posts.tags.companies',
    'company.users',
    'company.tags',
    'roles.users',
    'phone.user',
  ],
  'company.partners',
];

/**
 * Every limit of a request's contents and effort that one request can reach.
 *
 * @contract C12
 */
export const limitCases: readonly LimitCase[] = [
  {
    limit: 'bodyBytes',
    request: (bytes) => send('/posts', postOfBytes(bytes)),
    served: 201,
    refused: 413,
  },
  {
    limit: 'jsonDepth',
    request: (depth) => send('/posts', postOfDepth(depth)),
    served: 201,
    refused: 400,
    under: 'body',
  },
  {
    limit: 'queryBytes',
    request: (bytes) => get(`/users?email=${letters(bytes - 'email='.length)}`),
    served: 200,
    refused: 414,
  },
  {
    limit: 'includeDepth',
    request: (depth) => get(`/users/1?relatablePerPage=1&include=${path(depth)}`),
    served: 200,
    refused: 400,
    under: 'include',
  },
  {
    limit: 'includeNodes',
    request: (count) =>
      get(`/users/1?relatablePerPage=1&include=${relations.slice(0, count).join()}`),
    served: 200,
    refused: 400,
    under: 'include',
  },
  {
    limit: 'perPage',
    request: (count) => get(`/users?perPage=${count}`),
    served: 200,
    refused: 400,
    under: 'perPage',
  },
  {
    limit: 'relatablePerPage',
    request: (count) => get(`/users/1?include=posts&relatablePerPage=${count}`),
    served: 200,
    refused: 400,
    under: 'relatablePerPage',
  },
  {
    limit: 'searchLength',
    request: (count) => get(`/users?search=${letters(count)}`),
    served: 200,
    refused: 400,
    under: 'search',
  },
  {
    limit: 'keys',
    request: (count) =>
      send('/posts/actions?action=publish-posts', {
        repositories: Array.from({ length: count }, (_each, at) => 1_000_000 + at),
      }),
    served: 200,
    refused: 422,
    under: 'repositories',
  },
  {
    limit: 'keys',
    request: (count) =>
      send('/posts/1/sync/tags', {
        tags: Array.from({ length: count }, (_each, at) => `no-${at}`),
      }),
    // As many keys are looked up, without a match; the error past the limit contains how many are
    // allowed.
    served: 422,
    refused: 422,
    under: 'tags',
  },
  {
    limit: 'uploadBytes',
    request: (bytes) => avatar(padded(png(), bytes)),
    served: 200,
    refused: 422,
    under: 'avatar',
  },
  {
    limit: 'uploadPixels',
    request: (pixels) => avatar(png(pixels, 1)),
    served: 200,
    refused: 422,
    under: 'avatar',
  },
  {
    limit: 'uploadPixels',
    request: (pixels) => avatar(png(1, pixels)),
    served: 200,
    refused: 422,
    under: 'avatar',
  },
];
