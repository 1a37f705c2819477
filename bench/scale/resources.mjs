import { memory } from '../runner/process-figures.mjs';
import { measureLoad } from './measure-load.mjs';
import { startProject } from './start-project.mjs';

/** Resources in addition to the four that are requested. */
const EXTRAS = [1, 46, 196, 496];
const RECORD = '/users/{1-10000}?include=posts,roles';

/** Measures starts, and one request, with more and more resources. */
export async function measureResources(ground) {
  const figures = [];
  const start = (extras) =>
    startProject(`${extras + 4} resources`, ground, { BENCH_EXTRA_RESOURCES: String(extras) });
  // Creates the tables of all of them.
  await (await start(EXTRAS.at(-1))).stop();
  for (const extras of EXTRAS) {
    const begin = performance.now();
    const server = await start(extras);
    const listening = performance.now() - begin;
    const megabytes = memory(server.pid);
    figures.push({
      title: String(extras + 4),
      start: listening,
      megabytes,
      ...(await measureLoad(server, RECORD, ground)),
    });
    await server.stop();
  }
  return figures;
}
