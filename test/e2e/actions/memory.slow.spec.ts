import { testDialect, type TestDialect } from '../../support/databases.js';
import { TestProcesses } from '../../support/test-processes.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

/** How many records; `npm run test:runs` sets a million, which takes minutes. */
const sizes = (process.env.TEST_RUN_RECORDS ?? '1000,20000').split(',').map(Number);
/** Heap limit of the process in megabytes: enough for any run, too little for one that grows. */
const HEAP = 128;
/** Megabytes by which a long run may exceed a short one, for compiled code and caches. */
const SLACK = 10;

interface Measured {
  readonly status: number;
  readonly ground: number;
  readonly logged: number;
  readonly megabytes: number;
  readonly milliseconds: number;
}

const processes = new TestProcesses();
let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
afterAll(async () => {
  processes.end();
  await depot.stop();
});

const numbers: Readonly<Record<TestDialect, (count: number) => string>> = {
  postgres: (count) => `generate_series(1, ${count}) n(i)`,
  mariadb: (count) => `(select seq i from seq_1_to_${count}) n`,
  mysql: (count) =>
    `(select i from json_table(concat('[0', repeat(',0', ${count} - 1), ']'), '$[*]' columns(i for ordinality)) s) n`,
  sqlite: (count) =>
    `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) n`,
};

async function measure(count: number): Promise<Measured> {
  await depot.fill(0);
  await depot.database.write(
    `insert into sacks (title, state, keeper_id) select 'Sack', 'new', 1 from ${numbers[testDialect](count)}`,
  );
  const environment = {
    DATABASE_URL: depot.url,
    NODE_OPTIONS: `--max-old-space-size=${HEAP} --expose-gc`,
  };
  const [, line] = await processes.start('test/e2e/actions/memory-process.ts', environment);
  return JSON.parse(line) as Measured;
}

it(`A run over ${sizes.join(', ')} records uses the same memory for any number of records (C6.5)`, async () => {
  const measured: Measured[] = [];
  for (const count of sizes) measured.push(await measure(count));
  expect(measured.map(({ status, ground, logged }) => [status, ground, logged])).toEqual(
    sizes.map((count) => [200, count, count]),
  );
  const peaks = measured.map(({ megabytes }) => megabytes);
  console.log(
    sizes
      .map((count, at) => `${count} records: ${peaks[at]} MB, ${measured[at]!.milliseconds} ms`)
      .join('\n'),
  );
  expect(Math.max(...peaks) - peaks[0]!).toBeLessThan(SLACK);
}, 3_600_000);
