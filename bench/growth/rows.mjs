import { createGrowing, dropGrowing, growPosts } from '../dataset/postgres.mjs';
import { measureLoad } from './measure-load.mjs';
import { projectOf, startProject } from './start-project.mjs';

/** All sizes are divisible by it. */
const PER_PAGE = 10;

const requestsOn = (count) => [
  ['a record', `/posts/{1-${count}}`],
  ['a page without its total', '/posts?count=none&page={1-100}'],
  [
    'the last page without its total',
    `/posts?count=none&perPage=${PER_PAGE}&page=${count / PER_PAGE}`,
    loadOf(count),
  ],
  ['a page with its total', '/posts?page={1-100}', loadOf(count)],
  ['the first page of a cursor', '/posts?cursor='],
  ['15 users with 15 posts each', '/users?include=posts&count=none&page={1-100}'],
];

/**
 * Counting or skipping ten million rows takes seconds; the service refuses more of that than it can
 * finish.
 */
const loadOf = (count) => (count > 1_000_000 ? { seconds: count / 1_000_000, connections: 1 } : {});

/**
 * Measures requests while the posts become more, in a database that is dropped afterwards.
 *
 * @param {readonly number[]} sizes
 */
export async function measureRows(ground, sizes) {
  const { port } = ground.cluster;
  ground.processes.atEnd(() => dropGrowing(port));
  const address = await createGrowing(port);
  const figures = [];
  for (const count of sizes) {
    await growPosts(port, count);
    const server = await startProject(projectOf(`${count} posts`), { ...ground, address });
    for (const [title, path, load] of requestsOn(count))
      figures.push({ count, title, ...(await measureLoad([server], { path }, ground, load)) });
    await server.stop();
  }
  await dropGrowing(port);
  return figures;
}
