import { expectFlatMemory, MemoryOfMill } from '../../support/mill-app/memory-of-mill.js';

const sizes = (process.env.TEST_EXPORT_RECORDS ?? '1000,100000').split(',').map(Number);

interface Export {
  readonly status: number;
  readonly lines: number;
  readonly megabytes: number;
}

let memory: MemoryOfMill;
beforeAll(async () => {
  memory = await MemoryOfMill.start('test/e2e/querying/export-process.ts');
}, 60_000);
afterAll(() => memory.stop());

it(`An export of ${sizes.join(', ')} records uses the same memory (C17.3)`, async () => {
  const exports = await memory.measure<Export>(sizes);
  expect(exports.map(({ status, lines }) => [status, lines])).toEqual(
    sizes.map((count) => [200, count]),
  );
  expectFlatMemory(exports);
}, 600_000);
