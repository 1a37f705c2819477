import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { TestProcesses } from '../../support/test-processes.js';
import { CSV, NDJSON } from './exported.js';

const FEW = 1_000;
const MANY = 100_000;
/** Bytes that many records may hold more than few. */
const SLACK = 20 * 1024 ** 2;

interface Measured {
  readonly status: number;
  readonly records: number;
  /** Bytes. */
  readonly held: number;
}

let demo: DemoApp;
const processes = new TestProcesses();
beforeAll(async () => {
  demo = await startDemo();
  const columns = 'title, description, status, user_id, created_at, updated_at';
  for (let count = 2_000; count < MANY; count *= 2)
    await demo.database.write(
      `insert into posts (${columns}) select ${columns} from posts order by id limit ?`,
      [Math.min(count, MANY - count)],
    );
}, 300_000);
afterAll(async () => {
  processes.end();
  await demo?.close();
});

describe(`An export of ${MANY} records (C17.3)`, () => {
  it.each([
    [NDJSON, '&include=user[name]', 0],
    [CSV, '&include=user[name]&sort=id', 1],
  ])(
    `as %s with %s holds no more memory than one of ${FEW}`,
    async (accept, query, headers) => {
      const few = `&id=${Array.from({ length: FEW }, (_none, at) => at + 1).join()}`;
      const all = `/api/posts?perPage=all${query}&fields[posts]=title,status,created_at`;
      const [, line] = await processes.start('test/e2e/exports/export-process.ts', {
        ...{ DATABASE_URL: demo.url, STORAGE_PATH: demo.storage, LOG_LEVEL: 'silent' },
        AUTHORIZATION: `Bearer ${await demo.tokenOf('admin')}`,
        ACCEPT: accept,
        // The first ones load what is loaded once.
        PATHS: JSON.stringify([all + few, all + few, all + few, all]),
      });
      const measured = JSON.parse(line) as readonly Measured[];
      const [, , ofFew, ofMany] = measured as [Measured, Measured, Measured, Measured];
      expect(measured.map(({ status, records }) => [status, records - headers])).toEqual([
        ...Array.from({ length: 3 }, () => [200, FEW]),
        [200, MANY],
      ]);
      console.log(`${accept}: ${FEW} hold ${ofFew.held} bytes, ${MANY} hold ${ofMany.held}`);
      expect(ofMany.held - ofFew.held).toBeLessThan(SLACK);
    },
    300_000,
  );
});
