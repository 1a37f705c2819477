import { createHook } from 'node:async_hooks';
import { stageNames, type StageName, type Stages } from './stages.js';

/** The cost of one call of a stage. */
export interface StageCost {
  readonly microseconds: number;
  /** Heap allocations. */
  readonly bytes: number;
  /** The number of promises, which shows work that is awaited per record. */
  readonly promises: number;
}
export type StageCosts = Readonly<Record<StageName, StageCost>>;

const WARM_UP = 100;
const CALLS = 101;

type Work = () => unknown;

export async function measureStages(stages: Stages): Promise<StageCosts> {
  const costs = [];
  for (const name of stageNames) costs.push([name, await measureStage(stages[name])] as const);
  return Object.fromEntries(costs) as StageCosts;
}

async function measureStage(work: Work): Promise<StageCost> {
  for (let call = 0; call < WARM_UP; call++) await work();
  return { ...(await measureCalls(work)), promises: await countPromises(work) };
}

/**
 * The time of the fastest call, and the allocations of the median call, because a garbage
 * collection in between reduces them.
 */
async function measureCalls(work: Work): Promise<Pick<StageCost, 'microseconds' | 'bytes'>> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const heap = process.memoryUsage().heapUsed;
    const begin = process.hrtime.bigint();
    await work();
    times.push(Number(process.hrtime.bigint() - begin) / 1000);
    sizes.push(process.memoryUsage().heapUsed - heap);
  }
  const grown = sizes.filter((size) => size > 0).sort((a, b) => a - b);
  return { microseconds: Math.min(...times), bytes: grown[Math.floor(grown.length / 2)]! };
}

async function countPromises(work: Work): Promise<number> {
  let promises = 0;
  const hook = createHook({
    init: (_id, type) => void (type === 'PROMISE' && promises++),
  }).enable();
  await work();
  hook.disable();
  return promises;
}
