import { measureLoad } from './measure-load.mjs';
import { startProject } from './start-project.mjs';

const SHAPES = [
  ['1 user', '/users?perPage=1&count=none&page={1-100}'],
  ['10 users', '/users?perPage=10&count=none&page={1-100}'],
  ['100 users', '/users?perPage=100&count=none&page={1-100}'],
  ['1 user, posts', '/users?perPage=1&count=none&include=posts&page={1-100}'],
  ['10 users, posts', '/users?perPage=10&count=none&include=posts&page={1-100}'],
  ['100 users, posts', '/users?perPage=100&count=none&include=posts&page={1-100}'],
  ['10 users, posts, comments', '/users?perPage=10&count=none&include=posts.comments&page={1-100}'],
  [
    '10 users, posts, comments, roles',
    '/users?perPage=10&count=none&include=posts.comments,roles&page={1-100}',
  ],
];
const CONNECTIONS = [1, 4, 16, 64, 256];
const RECORD = '/users/{1-10000}?include=posts,roles';

/** Measures pages with more and more parents and levels. */
export async function measureShapes(ground) {
  const server = await startProject('shapes', ground);
  const figures = [];
  for (const [title, path] of SHAPES)
    figures.push({ title, ...(await measureLoad(server, path, ground)) });
  await server.stop();
  return figures;
}

/** Measures one request over more and more connections. */
export async function measureConnections(ground) {
  const server = await startProject('connections', ground);
  const figures = [];
  for (const connections of CONNECTIONS)
    figures.push({
      title: String(connections),
      ...(await measureLoad(server, RECORD, ground, { connections })),
    });
  await server.stop();
  return figures;
}
