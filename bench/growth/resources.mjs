import { measureStarts } from '../runner/measure-starts.mjs';
import { measureLoad } from './measure-load.mjs';
import { RECORD } from './requests-of-one-server.mjs';
import { projectOf, startProject } from './start-project.mjs';

/** Resources in addition to the four that are requested; the largest first, which creates all tables. */
const EXTRAS = [496, 196, 46, 1];
const ROUNDS = 3;

/** Measures starts, and one request, with more and more resources. */
export async function measureResources(ground) {
  const registries = EXTRAS.map((extras) =>
    projectOf(`${extras + 4} resources`, { BENCH_EXTRA_RESOURCES: String(extras) }),
  );
  const starts = await measureStarts(
    registries.map((server) => ({ server, address: ground.address })),
    ground.logs,
    ground.processes,
    { rounds: ROUNDS },
  );
  const figures = [];
  for (const [at, registry] of registries.entries()) {
    const server = await startProject(registry, ground);
    const load = await measureLoad([server], RECORD, ground);
    figures.unshift({ title: String(EXTRAS[at] + 4), start: starts[at], ...load });
    await server.stop();
  }
  return figures;
}
