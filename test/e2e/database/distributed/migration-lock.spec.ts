import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { connectionOptions } from '../../../../src/database/opening/connection-options.js';
import { createDatabase } from '../../../../src/database/opening/create-database.js';
import { lockByRow, LOCK_TABLE } from '../../../../src/database/engines/postgres/row-lock.js';
import { defaultLimits } from '../../../../src/options/limits.js';
import {
  onDatabase,
  postgresDatabase,
  posingDatabase,
  testDatabase,
  type DatabaseUnderTest,
} from '../../../support/databases.js';
import { until } from '../../../support/until.js';
import { noteTexts, openNotes } from '../note.fixture.js';

/** A connection of another process, as far as the database knows. */
async function processOn({ url }: DatabaseUnderTest): Promise<DataSource> {
  return new DataSource(await connectionOptions({ url }, defaultLimits)).initialize();
}

const waiting = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '% ${LOCK_TABLE} %'`;
const holders = `select pid from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction' and query like 'update ${LOCK_TABLE}%'`;

const attempts: string[] = [];

class FailOnce1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    attempts.push('up');
    await runner.query('create table if not exists crates (id integer primary key)');
    if (attempts.length === 1) throw new Error('The node is away.');
  }

  async down(): Promise<void> {}
}

if (testDatabase === 'postgres')
  describe('the lock of migrations by a row', () => {
    it('lets one process at a time work, also if all of them create its table', async () => {
      const target = await postgresDatabase();
      const processes = await Promise.all(Array.from({ length: 4 }, () => processOn(target)));
      try {
        let inside = 0;
        let most = 0;
        await Promise.all(
          processes.map(async (source) => {
            const runner = source.createQueryRunner();
            const release = await lockByRow(runner);
            most = Math.max(most, ++inside);
            await runner.query('select pg_sleep(0.02)');
            inside -= 1;
            await release();
            await runner.release();
          }),
        );
        expect([most, inside]).toEqual([1, 0]);
      } finally {
        await Promise.all(processes.map((source) => source.destroy()));
        await target.dispose();
      }
    });

    it('is free again when the connection of its process ends without releasing it', async () => {
      const target = await postgresDatabase();
      const [first, second] = [await processOn(target), await processOn(target)];
      try {
        const release = await lockByRow(first.createQueryRunner());
        let isHeld = false;
        const next = lockByRow(second.createQueryRunner()).then((free) => {
          isHeld = true;
          return free;
        });
        await until(async () => (await onDatabase(target.url, waiting)).length === 1);
        expect(isHeld).toBe(false);
        const [{ pid }] = (await onDatabase(target.url, holders)) as [{ pid: number }];
        await onDatabase(target.url, `select pg_terminate_backend(${pid})`);
        const free = await next;
        expect(isHeld).toBe(true);
        await free();
        // The first process ends later, and finds its connection gone.
        await release();
      } finally {
        await Promise.all([first.destroy(), second.destroy()]);
        await target.dispose();
      }
    });

    it.each<'cockroachdb' | 'yugabytedb'>(['cockroachdb', 'yugabytedb'])(
      'is the one of %s: five processes that start at the same time run the migrations once',
      async (name) => {
        const target = await posingDatabase(name);
        const databases = await Promise.all(Array.from({ length: 5 }, () => openNotes(target)));
        try {
          for (const database of databases) {
            expect(database.dialect).toBe(name);
            expect(await noteTexts(database)).toEqual([]);
          }
          const [database] = databases;
          expect(await database!.query('select name from migrations order by id')).toEqual([
            ['CreateNotes1700000000001'],
            ['CreateShelves1700000000002'],
          ]);
          expect(await database!.query(`select id, taken from ${LOCK_TABLE}`)).toEqual([[1, 0]]);
        } finally {
          await Promise.all(databases.map((database) => database.close()));
          await target.dispose();
        }
      },
    );

    it('is released by a migration that fails, whose statements stay, and which the next start repeats', async () => {
      const target = await posingDatabase('cockroachdb');
      const start = () =>
        createDatabase(
          { url: target.url },
          defaultLimits,
          [],
          [FailOnce1700000000020],
          () => undefined,
        );
      try {
        await expect(start()).rejects.toThrow('The node is away.');
        expect(await onDatabase(target.url, 'select * from crates')).toEqual([]);
        const database = await start();
        expect(attempts).toEqual(['up', 'up']);
        await database.close();
      } finally {
        await target.dispose();
      }
    });
  });
else
  it('the lock of migrations by a row is tested on PostgreSQL only', () => {
    expect(testDatabase).not.toBe('postgres');
  });
