import type { Profiler } from 'node:inspector/promises';

/** CPU milliseconds by stage. */
export type StageTimes = Readonly<Record<string, number>>;

/** Layers of `src/` that are a stage of the request, and packages that a stage uses. */
const layers: Readonly<Record<string, string>> = {
  'pipeline/request': 'parse',
  'pipeline/authorization': 'authorize',
  'pipeline/planning': 'plan',
  database: 'execute',
  serialization: 'serialize',
};
const packages: Readonly<Record<string, string>> = {
  pg: 'execute',
  'pg-pool': 'execute',
  'pg-protocol': 'execute',
  'better-sqlite3': 'execute',
  'better-sqlite3-13': 'execute',
  typeorm: 'execute',
};

/** Sums the samples of a profile by stage. */
export function timesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): StageTimes {
  const stages = stagesOf(nodes);
  const times: Record<string, number> = {};
  samples.forEach((id, at) => {
    const stage = stages.get(id)!;
    times[stage] = (times[stage] ?? 0) + timeDeltas[at]! / 1000;
  });
  return times;
}

/**
 * A frame belongs to the nearest stage that called it, so that a stage includes the code that it
 * calls.
 */
function stagesOf(nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, string> {
  const stages = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (node: Profiler.ProfileNode, around: string): void => {
    const stage = ownStage(node) ?? around;
    stages.set(node.id, stage);
    for (const child of node.children ?? []) walk(byId.get(child)!, stage);
  };
  walk(nodes[0]!, 'around');
  return stages;
}

/** Returns `undefined` if a frame belongs neither to a stage nor to V8. */
function ownStage({ callFrame: { functionName, url } }: Profiler.ProfileNode): string | undefined {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage';
  const layer = /\/src\/((?:pipeline\/)?[^/]+)\//.exec(url)?.[1];
  const used = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return (layer && layers[layer]) ?? (used && packages[used]) ?? (layer ? 'around' : undefined);
}
