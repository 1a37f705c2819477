import { expectFlatMemory, MemoryOfMill } from '../../support/mill-app/memory-of-mill.js';

/** How many records; `npm run test:runs` sets a million, which takes minutes. */
const sizes = (process.env.TEST_RUN_RECORDS ?? '1000,20000').split(',').map(Number);

interface Run {
  readonly status: number;
  readonly ground: number;
  readonly logged: number;
  readonly megabytes: number;
  readonly milliseconds: number;
}

let memory: MemoryOfMill;
beforeAll(async () => {
  memory = await MemoryOfMill.start('test/e2e/actions/memory-process.ts');
}, 60_000);
afterAll(() => memory.stop());

it(`A run over ${sizes.join(', ')} records uses the same memory for any number of records (C6.5)`, async () => {
  const runs = await memory.measure<Run>(sizes);
  console.log(runs.map(({ milliseconds }) => `${milliseconds} ms`).join(', '));
  expect(runs.map(({ status, ground, logged }) => [status, ground, logged])).toEqual(
    sizes.map((count) => [200, count, count]),
  );
  expectFlatMemory(runs);
}, 600_000);
