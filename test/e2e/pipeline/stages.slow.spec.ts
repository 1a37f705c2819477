import type { StageCosts } from '../../../bench/stages/measure-stages.js';
import { TestProcesses } from '../../support/test-processes.js';

const FEW = 10;
const MANY = 100;

/** Each user comes with fifteen posts and fifteen roles. */
let costs: Readonly<Record<string, StageCosts>>;
beforeAll(async () => {
  const processes = new TestProcesses();
  try {
    const [, line] = await processes.start('bench/stages/main.ts', {
      BENCH_RECORDS: `${FEW},${MANY}`,
    });
    costs = JSON.parse(line) as typeof costs;
  } finally {
    processes.end();
  }
});

const stages = ['parse', 'authorize', 'plan', 'execute', 'ask', 'serialize'] as const;

it.each(stages)('awaits nothing per record in the stage "%s" (design, 6)', (stage) => {
  const more = costs[MANY]![stage].promises - costs[FEW]![stage].promises;
  // A large read pauses a few times per relation level, so that light requests are served.
  expect(more).toBeLessThan((MANY - FEW) / 4);
});

it.each(['authorize', 'plan', 'ask'] as const)(
  'creates no more promises in the stage "%s" than in parsing, which needs none, if policies decide at once',
  (stage) => {
    expect(costs[FEW]![stage].promises).toBe(costs[FEW]!.parse.promises);
  },
);

it.each(['parse', 'authorize', 'plan'] as const)(
  'allocates no more for many records than for few in the stage "%s"',
  (stage) => {
    expect(costs[MANY]![stage].bytes).toBeLessThan(costs[FEW]![stage].bytes * 1.25 + 2_000);
  },
);

/** Bytes per user and the thirty records below it; about twice what is needed today. */
it.each([
  ['execute', 32_000],
  ['ask', 1_000],
  ['serialize', 120_000],
] as const)('allocates at most so many bytes per record in the stage "%s": %i', (stage, most) => {
  expect((costs[MANY]![stage].bytes - costs[FEW]![stage].bytes) / (MANY - FEW)).toBeLessThan(most);
});
