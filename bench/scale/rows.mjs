import { copyScaled, growPosts } from '../dataset/postgres.mjs';
import { measureLoad } from './measure-load.mjs';
import { startProject } from './start-project.mjs';

/** Posts in the table. `BENCH_ROWS` sets other numbers. */
const SIZES = (process.env.BENCH_ROWS ?? '10000,100000,1000000,10000000').split(',').map(Number);

const requestsOn = (count) => [
  ['a record', `/posts/{1-${count}}`],
  ['a page', '/posts?count=none&page={1-100}'],
  ['a page with an estimated total', '/posts?count=estimated&page={1-100}'],
  ['a page with a total of at most 10,000', '/posts?count=10000&page={1-100}'],
  ['a page with the exact total', '/posts?page={1-100}', loadOfTotals(count)],
  ['the page of a cursor', '/posts?cursor='],
  ['15 users with 15 posts each', '/users?include=posts&count=none&page={1-100}'],
];

/** Counting ten million rows takes seconds; the service refuses more of that than it can finish. */
const loadOfTotals = (count) =>
  count > 1_000_000 ? { seconds: count / 500_000, connections: 1 } : undefined;

/** Measures requests while the posts become more. */
export async function measureRows(ground) {
  const address = await copyScaled(ground.cluster.port);
  const figures = [];
  for (const count of SIZES) {
    await growPosts(ground.cluster.port, count);
    const server = await startProject(`${count} posts`, { ...ground, address });
    for (const [title, path, load] of requestsOn(count))
      figures.push({ count, title, ...(await measureLoad(server, path, ground, load)) });
    await server.stop();
  }
  return figures;
}
