import type {
  Database,
  ReadBounds,
  RowMeter,
} from '../../../../src/database/connection/database.js';
import { testDatabase } from '../../../support/databases.js';
import { ability, insertNote, noteTexts } from '../note.fixture.js';
import { stumbleAtCommit, stumbleAtStatement, withNotesOn } from './posing.fixture.js';

const prepare = async (database: Database, ...statements: readonly string[]): Promise<void> => {
  for (const each of statements) await database.dataSource.query(each);
};

const MAX_RETRIES = 12;
const unavailable = { code: 'unavailable', status: 503, headers: { 'Retry-After': '1' } };

/** Counts the bytes of rows. */
class Bytes implements RowMeter {
  taken = 0;
  start(): void {}
  take(bytes: number): void {
    this.taken += bytes;
  }
}

if (testDatabase === 'postgres')
  describe('a conflict in SERIALIZABLE', () => {
    it('is lost by one of two transactions that change a row which both have read: it runs again, and no change is lost', () =>
      withNotesOn('cockroachdb', async (database) => {
        await database.write('insert into notes (id, text) values (1, ?)', ['0']);
        const haveRead = [ability(), ability()];
        let attempts = 0;
        const events: string[] = [];
        const increment = (own: number) =>
          database.transaction(async (transaction) => {
            attempts += 1;
            transaction.afterCommit(() => void events.push('commit'));
            transaction.afterRollback(() => void events.push('rollback'));
            const [[text]] = (await transaction.query('select text from notes where id = 1')) as [
              [string],
            ];
            haveRead[own]!.open();
            await haveRead[1 - own]!.opened;
            await transaction.query('update notes set text = ? where id = 1', [String(+text + 1)]);
          });
        await Promise.all([increment(0), increment(1)]);
        expect(await noteTexts(database)).toEqual(['2']);
        expect([attempts, events.sort()]).toEqual([3, ['commit', 'commit', 'rollback']]);
        expect(database.conflicts).toMatchObject({ retried: 1, exhausted: 0 });
      }));

    it('is noticed between transactions that change different rows, but read each other’s', () =>
      withNotesOn('cockroachdb', async (database) => {
        const haveRead = [ability(), ability()];
        let attempts = 0;
        const addCount = (own: number) =>
          database.transaction(async (transaction) => {
            attempts += 1;
            const [row] = await transaction.query('select count(*) from notes');
            haveRead[own]!.open();
            await haveRead[1 - own]!.opened;
            await transaction.query(insertNote, [`${own}: ${String(row![0])} before`]);
          });
        await Promise.all([addCount(0), addCount(1)]);
        expect(attempts).toBeGreaterThan(2);
        const counts = (await noteTexts(database)).map((text) => String(text).slice(3));
        expect(counts).toEqual(['0 before', '1 before']);
      }));

    it.each([
      ['the statement', stumbleAtStatement],
      ['the commit', stumbleAtCommit],
    ])('at %s is retried, with each callback once per attempt', (_where, stumble) =>
      withNotesOn('cockroachdb', async (database) => {
        await prepare(database, ...stumble(2));
        const events: string[] = [];
        const result = await database.transaction(async (transaction) => {
          transaction.afterCommit(() => void events.push('commit'));
          transaction.afterRollback(() => void events.push('rollback'));
          await transaction.query(insertNote, ['a']);
          return 'stored';
        });
        expect(result).toBe('stored');
        expect(events).toEqual(['rollback', 'rollback', 'commit']);
        expect(await noteTexts(database)).toEqual(['a']);
      }),
    );

    it('of a write that commits by itself is retried', () =>
      withNotesOn('cockroachdb', async (database) => {
        await prepare(database, ...stumbleAtStatement(3));
        await database.write(insertNote, ['a']);
        expect(await noteTexts(database)).toEqual(['a']);
        expect(database.conflicts.retried).toBe(3);
      }));

    it('in a joined transaction is retried from the beginning of the whole work, not of its savepoint', () =>
      withNotesOn('cockroachdb', async (database) => {
        await prepare(database, ...stumbleAtStatement(1));
        const begun: string[] = [];
        await database.together(async () => {
          begun.push('outer');
          await database.transaction(async (transaction) => {
            begun.push('inner');
            await transaction.query(insertNote, ['a']);
          });
        });
        expect(begun).toEqual(['outer', 'inner', 'outer', 'inner']);
        expect(await noteTexts(database)).toEqual(['a']);
      }));

    it.each<'cockroachdb' | 'yugabytedb'>(['cockroachdb', 'yugabytedb'])(
      'of a read is retried on %s, and rows are counted once',
      (name) =>
        withNotesOn(name, async (database) => {
          for (const text of ['a', 'b', 'c']) await database.write(insertNote, [text]);
          await prepare(
            database,
            'create sequence stumbles',
            // The first reads send two rows before they fail.
            `create function stumble(text text) returns text language plpgsql as $$ begin
               if text = 'c' and nextval('stumbles') <= 2 then
                 raise exception 'restart read required' using errcode = '40001';
               end if;
               return text;
             end $$`,
          );
          const read =
            'select stumble(n.text) from (select text from notes order by id offset 0) n';
          const bounds = (meter: RowMeter): ReadBounds => ({ meter, rows: 3 });
          const [stumbling, plain] = [new Bytes(), new Bytes()];
          const rows = [['a'], ['b'], ['c']];
          expect(await database.query(read, [], bounds(stumbling))).toEqual(rows);
          expect(database.conflicts.retried).toBe(2);
          expect(await database.query(read, [], bounds(plain))).toEqual(rows);
          expect(stumbling.taken).toBe(plain.taken);
        }),
    );

    it('that is lost each time ends as 503, is counted, and leaves nothing', () =>
      withNotesOn('cockroachdb', async (database) => {
        await prepare(database, ...stumbleAtCommit(1_000));
        let attempts = 0;
        const failing = database.transaction(async (transaction) => {
          attempts += 1;
          await transaction.query(insertNote, ['a']);
        });
        await expect(failing).rejects.toMatchObject(unavailable);
        expect(attempts).toBe(MAX_RETRIES + 1);
        await expect(database.write(insertNote, ['b'])).rejects.toMatchObject(unavailable);
        expect(database.conflicts).toMatchObject({ retried: 2 * MAX_RETRIES, exhausted: 2 });
        expect(await noteTexts(database)).toEqual([]);
      }));

    it('is not retried after doNotRepeat, also from inside a savepoint', () =>
      withNotesOn('cockroachdb', async (database) => {
        await prepare(database, ...stumbleAtCommit(1_000));
        let attempts = 0;
        const send = async () => {
          attempts += 1;
          await database.transaction(async (transaction) => {
            transaction.doNotRepeat();
            await transaction.query(insertNote, ['a']);
          });
        };
        const message = expect.stringMatching(/may have reached outside/) as unknown;
        await expect(send()).rejects.toMatchObject({ ...unavailable, message });
        await expect(database.together(send)).rejects.toMatchObject({ ...unavailable, message });
        expect([attempts, database.conflicts.retried]).toEqual([2, 0]);
      }));

    it('may be a broken unique index: the transaction runs again once, but not after doNotRepeat', () =>
      withNotesOn('cockroachdb', async (database) => {
        await database.write('insert into notes (id, text) values (1, ?)', ['a']);
        let attempts = 0;
        const insert = (isExternal: boolean) =>
          database.transaction(async (transaction) => {
            attempts += 1;
            if (isExternal) transaction.doNotRepeat();
            await transaction.query('insert into notes (id, text) values (1, ?)', ['b']);
          });
        const refused = { code: 'conflict', status: 409 };
        await expect(insert(false)).rejects.toMatchObject(refused);
        expect(attempts).toBe(2);
        await expect(insert(true)).rejects.toMatchObject(refused);
        await expect(database.together(() => insert(true))).rejects.toMatchObject(refused);
        expect(attempts).toBe(4);
      }));

    it('is not one if the server does not know whether it has committed (40003): no retry, and no callback', () =>
      withNotesOn('cockroachdb', async (database) => {
        await prepare(database, ...stumbleAtCommit(1_000, '40003'));
        let attempts = 0;
        const events: string[] = [];
        const failing = database.transaction(async (transaction) => {
          attempts += 1;
          transaction.afterCommit(() => void events.push('commit'));
          transaction.afterRollback(() => void events.push('rollback'));
          await transaction.query(insertNote, ['a']);
        });
        await expect(failing).rejects.toMatchObject({ code: 'unavailable', status: 503 });
        expect([attempts, events, database.conflicts.retried]).toEqual([1, [], 0]);
        await expect(noteTexts(database)).resolves.toEqual([]);
      }));
  });
else
  it('is tested on PostgreSQL only', () => {
    expect(testDatabase).not.toBe('postgres');
  });
