import fc from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '../../../src/execution/database/create-database.js';
import type { Database, ReadBounds, RowMeter } from '../../../src/execution/database/database.js';
import { StatementQueue } from '../../../src/execution/database/statement-queue.js';
import { ReadWorkers } from '../../../src/execution/sqlite/read-workers.js';
import { defaultLimits, type Limits } from '../../../src/options/limits.js';
import { makers } from '../../support/databases.js';
import { PlainApp } from '../../support/plain-app/plain-app.js';
import { ability, CreateNotes1700000000001, insertNote, Note } from './note.fixture.js';

/** Totals are long in a large database. */
const total: ReadBounds = { rows: 1, reach: 'all' };
/** Never ends by itself. Each row takes SQLite some time. */
const endless =
  'with recursive c(x) as (select 1 union all select x + 1 from c) select x, length(hex(zeroblob(20000))) from c';

class Stopped extends Error {}

/** Counts rows, and stops the statement once `isOver` returns true. */
function meter(isOver: () => boolean, started: () => void = () => undefined): RowMeter {
  return {
    start: () => undefined,
    take() {
      started();
      if (isOver()) throw new Stopped();
    },
  };
}

interface Settings {
  readonly limits?: Partial<Limits>;
  readonly readWorkers?: number;
  readonly url?: string;
}

/** Opens a SQLite file that is too large to count as small. */
async function withFile(
  test: (database: Database) => Promise<void>,
  { limits, readWorkers = 1, url }: Settings = {},
): Promise<void> {
  const file = await makers.sqlite();
  const options = { url: url ?? file.url, readWorkers };
  const all = { ...defaultLimits, ...limits };
  const database = await createDatabase(options, all, [Note], [CreateNotes1700000000001]);
  try {
    await database.write('create table filler (content blob)');
    await database.write('insert into filler values (zeroblob(9000000))');
    await test(database);
  } finally {
    await database.close();
    await file.dispose();
  }
}

const count = (database: Database): Promise<unknown> =>
  database.query('select count(*) from notes', [], total).then(([row]) => row![0]);

describe('Long reads on SQLite (C12)', () => {
  it('run on threads, which start with the first of them', () =>
    withFile(async (database) => {
      await database.query('select * from notes where id = ?', [1], { rows: 1, reach: 'keys' });
      expect(database.load).toMatchObject({ open: 2, max: 3 });
      expect(await count(database)).toBe(0);
      expect(database.load).toEqual({ open: 3, idle: 3, max: 3, waiting: 0 });
    }));

  it.each([
    ['without workers', { readWorkers: 0 }],
    ['on a database in memory', { url: 'sqlite::memory:' }],
  ])('run in the thread of the requests %s', (_name, settings) =>
    withFile(async (database) => {
      expect(await count(database)).toBe(0);
      expect(database.load).toMatchObject({ open: 2, max: 2 });
    }, settings),
  );

  it('let others run meanwhile', () =>
    withFile(async (database) => {
      const { opened: running, open: runs } = ability();
      let isOver = false;
      const long = database.query(endless, [], { rows: 1e9, meter: meter(() => isOver, runs) });
      const failed = expect(long).rejects.toBeInstanceOf(Stopped);
      await running;
      await database.write(insertNote, ['meanwhile']);
      expect(await database.query('select text from notes')).toEqual([['meanwhile']]);
      expect(database.load.idle).toBe(2);
      isOver = true;
      await failed;
      // The thread has stopped the statement, and runs the next one.
      expect(await count(database)).toBe(1);
      expect(database.load.open).toBe(3);
    }));

  it('do not delay requests', async () => {
    const school = await PlainApp.start(await makers.sqlite());
    try {
      const { opened: running, open: runs } = ability();
      let isOver = false;
      const bounds = { rows: 1e9, meter: meter(() => isOver, runs) };
      const long = expect(school.database.query(endless, [], bounds)).rejects.toBeInstanceOf(
        Stopped,
      );
      await running;
      expect(await school.send('GET', 'courses')).toMatchObject({
        status: 200,
        body: { meta: { total: 0 } },
      });
      isOver = true;
      await long;
    } finally {
      await school.stop();
    }
  });

  it('see every committed write, and nothing of a transaction that runs', () =>
    withFile(async (database) => {
      for (const texts of [1, 2, 3]) {
        await database.write(insertNote, [`note ${texts}`]);
        expect(await count(database)).toBe(texts);
      }
      await database.transaction(async (transaction) => {
        await transaction.query(insertNote, ['inside']);
        expect(await transaction.query('select count(*) from notes', [], total)).toEqual([[4]]);
        expect(await count(database)).toBe(3);
      });
      expect(await count(database)).toBe(4);
    }));

  it('bind and return the same values as short ones', () =>
    withFile(async (database) => {
      const value = fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.double({ noNaN: true }),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.constant(undefined),
        fc.date({ noInvalidDate: true }),
        fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      );
      const sql = 'select ?, lower_u(?), row_digest(?), typeof(?), k.value from json_each(?) k';
      await fc.assert(
        fc.asyncProperty(value, fc.nat(600), async (one, rows) => {
          const list = JSON.stringify(Array.from({ length: rows }, (_none, at) => at));
          const values = [one, one, one, one, list];
          const short = await database.query(sql, values, { rows, reach: 'keys' });
          expect(await database.query(sql, values, { rows: 1e9 })).toEqual(short);
        }),
        { numRuns: 50 },
      );
      expect(database.load.open).toBe(3);
    }));

  it.each(['select missing from notes', 'delete from notes', 'selec', 'select ?'])(
    'fail like short ones: %s',
    (sql) =>
      withFile(async (database) => {
        const failure = (bounds: ReadBounds): Promise<unknown> =>
          database.query(sql, [], bounds).then(
            () => null,
            ({ code, message }: Error & { code?: string }) => ({ code, message }),
          );
        const short = await failure({ rows: 1, reach: 'keys' });
        expect(short).not.toBeNull();
        expect(await failure({ rows: 1e9 })).toEqual(short);
        expect(await failure({ rows: 1 })).toEqual(short);
      }),
  );

  it('are interrupted after the limit of a statement, with 504', () =>
    withFile(
      async (database) => {
        const long = database.query(endless, [], { rows: 1e9 });
        await expect(long).rejects.toMatchObject({ code: 'statement_timeout', status: 504 });
        while (database.load.open !== 2) await setTimeout(10);
      },
      { limits: { statementTimeout: 100 } },
    ));

  it('wait for a thread, and find the service unavailable if none becomes free', () =>
    withFile(
      async (database) => {
        const { opened: running, open: runs } = ability();
        let isOver = false;
        const long = database.query(endless, [], { rows: 1e9, meter: meter(() => isOver, runs) });
        const failed = expect(long).rejects.toBeInstanceOf(Stopped);
        await running;
        const waiting = count(database);
        expect(database.load.waiting).toBe(1);
        await expect(waiting).rejects.toMatchObject({
          code: 'unavailable',
          headers: { 'Retry-After': '1' },
        });
        isOver = true;
        await failed;
      },
      { limits: { largeReadWait: 1 } },
    ));

  it('end when the database is closed, with 503', () =>
    withFile(async (database) => {
      const { opened: running, open: runs } = ability();
      const bounds = { rows: 1e9, meter: meter(() => false, runs) };
      const ended = expect(database.query(endless, [], bounds)).rejects.toMatchObject({
        status: 503,
      });
      const unsent = expect(count(database)).rejects.toMatchObject({ status: 503 });
      await running;
      await database.close();
      await Promise.all([ended, unsent]);
    }));

  it('find the service unavailable when their thread ends, and the next one has a new thread', async () => {
    const file = await makers.sqlite();
    const driver = fileURLToPath(new URL('ending-driver.cjs', import.meta.url));
    const connection = { driver, file: file.url.slice('sqlite:'.length), timeout: 1, mapped: 0 };
    const writing = await createDatabase({ url: file.url }, defaultLimits, [], []);
    const queue = new StatementQueue({ width: 1, slow: 1, maxWait: 60_000, blocks: false });
    const workers = new ReadWorkers(connection, queue, 60_000);
    const run = (sql: string) => workers.run({ sql, values: [], bounds: total });
    try {
      await expect(run('end')).rejects.toMatchObject({
        code: 'unavailable',
        headers: { 'Retry-After': '1' },
      });
      expect(await run('select 1')).toMatchObject({ rows: [[1]] });
    } finally {
      await workers.close(60_000);
      await writing.close();
      await file.dispose();
    }
  });
});
