import { once } from 'node:events';
import { LOCK_TABLE } from '../../../../src/database/engines/postgres/row-lock.js';
import { onDatabase, posingDatabase, testDatabase } from '../../../support/databases.js';
import type { PosedServer } from '../../../support/posing-server.js';
import { TestProcesses } from '../../../support/test-processes.js';
import { until } from '../../../support/until.js';
import { noteTexts, openNotes } from '../note.fixture.js';

const processes = new TestProcesses();
afterAll(() => processes.end());

const waiting = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%${LOCK_TABLE}%'`;

if (testDatabase === 'postgres')
  it.each<PosedServer>(['cockroachdb', 'yugabytedb'])(
    'the lock of migrations on %s ends with a process that is killed, and the next one migrates',
    async (name) => {
      const target = await posingDatabase(name);
      try {
        const [holder, line] = await processes.start(
          'test/e2e/database/distributed/lock-process.ts',
          { DATABASE_URL: target.url },
        );
        expect(line).toBe('locked');
        let isOpen = false;
        const opening = openNotes(target).then((database) => {
          isOpen = true;
          return database;
        });
        await until(async () => (await onDatabase(target.url, waiting)).length === 1);
        expect(isOpen).toBe(false);
        const ended = once(holder, 'exit');
        holder.kill('SIGKILL');
        await ended;
        const database = await opening;
        expect(await noteTexts(database)).toEqual([]);
        await database.close();
      } finally {
        await target.dispose();
      }
    },
  );
else
  it('killed migrations are tested on PostgreSQL only', () => {
    expect(testDatabase).not.toBe('postgres');
  });
