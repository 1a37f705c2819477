import { measureLoad } from './measure-load.mjs';
import { projectOf, startProject } from './start-project.mjs';

/** A user with 15 posts and roles. */
export const RECORD = { path: '/users/{1-10000}?include=posts,roles' };

const PARENTS = [1, 10, 50, 100];
const DEPTHS = [
  ['0', ''],
  ['1: posts', '&include=posts'],
  ['2: posts.comments', '&include=posts.comments'],
  ['2: posts.user', '&include=posts.user'],
  ['3: posts.user.roles', '&include=posts.user.roles'],
];
const CONNECTIONS = [1, 4, 16, 64, 256];
const POST =
  '{"title": "A post of {1-1000000}", "description": "Some words that describe the post.", "views": {0-999}}';
const WRITES = [
  ['a new post', 'POST', '/posts'],
  ['one of 100,000 posts', 'PATCH', '/posts/{1-100000}'],
  ['one of 100 posts', 'PATCH', '/posts/{1-100}'],
  ['one of 10 posts', 'PATCH', '/posts/{1-10}'],
  ['the same post', 'PATCH', '/posts/1'],
];

const pageOf = (parents, include) => ({
  path: `/users?perPage=${parents}&count=none&page={1-100}${include}`,
});

/** Measures several requests, one after another, on one server. */
async function measureOneServer(name, ground, requests) {
  const server = await startProject(projectOf(name), ground);
  const figures = [];
  for (const { title, request, load } of requests)
    figures.push({ title, ...(await measureLoad([server], request, ground, load)) });
  await server.stop();
  return figures;
}

/** Measures pages with more and more parents, each with up to 15 related records. */
export const measureParents = (ground) =>
  measureOneServer(
    'parents',
    ground,
    PARENTS.map((parents) => ({
      title: String(parents),
      request: pageOf(parents, '&include=posts'),
    })),
  );

/** Measures pages of ten parents with more and more levels below them. */
export const measureDepths = (ground) =>
  measureOneServer(
    'depths',
    ground,
    DEPTHS.map(([title, include]) => ({ title, request: pageOf(10, include) })),
  );

/** Measures one request over more and more connections. */
export const measureConnections = (ground) =>
  measureOneServer(
    'connections',
    ground,
    CONNECTIONS.map((connections) => ({
      title: String(connections),
      request: RECORD,
      load: { connections },
    })),
  );

/** Measures writes of new records, and of fewer and fewer others. */
export const measureWrites = (ground) =>
  measureOneServer(
    'writes',
    ground,
    WRITES.map(([title, method, path]) => ({ title, request: { method, path, body: POST } })),
  );
