import { setTimeout as pause } from 'node:timers/promises';
import { RequestError } from '../../../src/base/errors/index.js';
import type { Transaction } from '../../../src/database/connection/database.js';
import { testDialect } from '../../support/databases.js';
import { ability, insertNote, Note, noteTexts, openNotes, withNotes } from './note.fixture.js';

class Refused extends Error {}

describe('a transaction', () => {
  it('keeps all of its work, by statements and by entities, once it is committed', () =>
    withNotes(async (database) => {
      const response = await database.transaction(async (transaction) => {
        await transaction.query(insertNote, ['by a statement']);
        await transaction.manager.save(Note, { text: 'by an entity', noted_at: null });
        return 'done';
      });
      expect(response).toBe('done');
      expect(await noteTexts(database)).toEqual(['by a statement', 'by an entity']);
    }));

  it('rolls all of its work back when the callback throws, and throws the same error', () =>
    withNotes(async (database) => {
      const failing = database.transaction(async (transaction) => {
        await transaction.query(insertNote, ['by a statement']);
        await transaction.manager.save(Note, { text: 'by an entity', noted_at: null });
        throw new Refused();
      });
      await expect(failing).rejects.toBeInstanceOf(Refused);
      expect(await noteTexts(database)).toEqual([]);
    }));

  it('reads its own writes, while others read what was committed', () =>
    withNotes(async (database) => {
      await database.write(insertNote, ['old']);
      await database.transaction(async (transaction) => {
        await transaction.query('update notes set text = ?', ['new']);
        expect(await transaction.query('select text from notes')).toEqual([['new']]);
        expect(await noteTexts(database)).toEqual(['old']);
      });
      expect(await noteTexts(database)).toEqual(['new']);
    }));

  it('rejects a late statement', () =>
    withNotes(async (database) => {
      const kept = await database.transaction(async (transaction) => transaction);
      await expect(kept.query(insertNote, ['late'])).rejects.toThrow('The transaction is over');
      expect(await noteTexts(database)).toEqual([]);
    }));

  it('rejects a late statement of its manager', () =>
    withNotes(async (database) => {
      const kept = await database.transaction(async ({ manager }) => {
        await manager.insert(Note, { text: 'in time' });
        return manager;
      });
      const late = () => kept.insert(Note, { text: 'late' });
      await expect(late()).rejects.toThrow();
      await database.transaction(async (other) => {
        await other.query(insertNote, ['other']);
        await expect(late()).rejects.toThrow();
      });
      expect(await noteTexts(database)).toEqual(['in time', 'other']);
    }));

  it('ends with a last statement that is sent with the commit, and keeps it', () =>
    withNotes(async (database) => {
      const ended: string[] = [];
      const failing = database.transaction(async (transaction) => {
        transaction.afterCommit(() => void ended.push('committed'));
        transaction.afterRollback(() => void ended.push('undone'));
        await transaction.query(insertNote, ['first']);
        expect(await transaction.queryAndCommit(insertNote, ['last'])).toEqual([]);
        await expect(transaction.query(insertNote, ['late'])).rejects.toThrow('is over');
        throw new Refused();
      });
      await expect(failing).rejects.toBeInstanceOf(Refused);
      expect(await noteTexts(database)).toEqual(['first', 'last']);
      expect(ended).toEqual(['committed']);
    }));

  it('is rolled back if its last statement fails', () =>
    withNotes(async (database) => {
      const ended: string[] = [];
      const failing = database.transaction(async (transaction) => {
        transaction.afterRollback(() => void ended.push('undone'));
        await transaction.query(insertNote, ['first']);
        await transaction.queryAndCommit('insert into notes (id, text) select id, text from notes');
      });
      await expect(failing).rejects.toMatchObject({ code: 'conflict' });
      expect(await noteTexts(database)).toEqual([]);
      expect(ended).toEqual(['undone']);
    }));

  it('may be a single statement, whether it succeeds or fails', () =>
    withNotes(async (database) => {
      const ended: string[] = [];
      const storeOnly = () =>
        database.transaction(async (transaction) => {
          transaction.afterCommit(() => void ended.push('committed'));
          transaction.afterRollback(() => void ended.push('undone'));
          await transaction.queryAndCommit(insertNote, ['only']);
        });
      await storeOnly();
      await expect(storeOnly()).rejects.toMatchObject({ code: 'conflict' });
      expect(ended).toEqual(['committed', 'undone']);
      expect(await noteTexts(database)).toEqual(['only']);
    }));

  it('runs several statements in their order, and returns the result of each', () =>
    withNotes(async (database) => {
      const responses = await database.transaction((transaction) =>
        transaction.queryAll([
          { sql: insertNote, values: ['first'] },
          { sql: insertNote, values: ['second'] },
          { sql: 'select text from notes order by id' },
        ]),
      );
      expect(responses.at(-1)).toEqual([['first'], ['second']]);
      expect(await database.transaction((transaction) => transaction.queryAll([]))).toEqual([]);
    }));

  it('throws the error of the first of several statements that fails, and rolls them all back', () =>
    withNotes(
      async (database) => {
        const failing = database.transaction((transaction) =>
          transaction.queryAll([
            { sql: insertNote, values: ['first'] },
            { sql: 'insert into notes (id, text) select id, text from notes' },
            { sql: 'select nonsense from notes' },
          ]),
        );
        await expect(failing).rejects.toMatchObject({
          code: 'conflict',
          cause: { message: expect.stringMatching(/unique|duplicate/i) },
        });
        await database.transaction((transaction) => transaction.query(insertNote, ['next']));
        expect(await noteTexts(database)).toEqual(['next']);
      },
      {},
      undefined,
      1,
    ));

  it.each([
    ['a statement', (transaction: Transaction, sql: string) => transaction.query(sql)],
    ['the manager', (transaction: Transaction, sql: string) => transaction.manager.query(sql)],
  ])('never seems to commit what a swallowed error of %s has undone', (_sender, send) =>
    withNotes(async (database) => {
      const again = 'insert into notes (id, text) select id, text from notes';
      for (const next of ['', 'select text from notes']) {
        const writing = database.transaction(async (transaction) => {
          await transaction.query(insertNote, [`first${next}`]);
          await send(transaction, again).catch(() => undefined);
          if (next) await send(transaction, next);
        });
        const outcome = await writing.then(
          () => 'committed',
          (error: RequestError) => error.code,
        );
        const isLost = testDialect === 'postgres';
        expect(outcome).toBe(isLost ? 'conflict' : 'committed');
        expect((await noteTexts(database)).includes(`first${next}`)).toBe(!isLost);
      }
    }),
  );

  it('mixes statements and work on entities without waiting in between', () =>
    withNotes(
      async (database) => {
        for (let round = 0; round < 3; round += 1)
          await database.transaction(async (transaction) => {
            const { manager } = transaction;
            const [, , responses, stored] = await Promise.all([
              manager.find(Note),
              transaction.query(insertNote, [`alone ${round}`]),
              transaction.queryAll([
                { sql: insertNote, values: [`together ${round}`] },
                { sql: 'select 1' },
              ]),
              manager.save(Note, { text: `entity ${round}`, noted_at: null }),
              manager.query<unknown[]>('select count(*) from notes'),
            ]);
            expect(responses[1]!.map(([one]) => Number(one))).toEqual([1]);
            expect(stored.text).toBe(`entity ${round}`);
            expect(Number((await transaction.query('select count(*) from notes'))[0]![0])).toBe(
              3 * round + 3,
            );
          });
        expect(await noteTexts(database)).toHaveLength(9);
      },
      {},
      undefined,
      1,
    ));

  it('may be empty, whether it commits or not', () =>
    withNotes(async (database) => {
      expect(await database.transaction(() => Promise.resolve('nothing'))).toBe('nothing');
      await expect(
        database.transaction(() => Promise.reject(new Refused())),
      ).rejects.toBeInstanceOf(Refused);
      expect(await noteTexts(database)).toEqual([]);
    }));

  it('ends completely though nested work of TypeORM was left open', () =>
    withNotes(
      async (database, target) => {
        await database.transaction(async ({ manager }) => {
          await manager.queryRunner!.startTransaction();
          await manager.insert(Note, { text: 'kept' });
        });
        await expect(
          database.transaction(async ({ manager }) => {
            await manager.queryRunner!.startTransaction();
            await manager.insert(Note, { text: 'undone' });
            throw new Refused();
          }),
        ).rejects.toBeInstanceOf(Refused);
        await database.write(insertNote, ['next']);
        const elsewhere = await openNotes(target);
        expect(await noteTexts(elsewhere)).toEqual(['kept', 'next']);
        await elsewhere.close();
      },
      {},
      undefined,
      1,
    ));

  it('nests through TypeORM as a savepoint that can be rolled back alone', () =>
    withNotes(async (database) => {
      await database.transaction(async ({ manager }) => {
        await manager.insert(Note, { text: 'outer' });
        const inner = manager.transaction(async (nested) => {
          await nested.insert(Note, { text: 'inner' });
          throw new Refused();
        });
        await expect(inner).rejects.toBeInstanceOf(Refused);
      });
      expect(await noteTexts(database)).toEqual(['outer']);
    }));

  it('separates callbacks of its commit from those of its rollback, each in order', () =>
    withNotes(async (database) => {
      const events: string[] = [];
      const work = (fails: boolean) =>
        database.transaction(async (transaction) => {
          transaction.afterCommit(() => void events.push('commit 1'));
          transaction.afterCommit(async () => void events.push('commit 2'));
          transaction.afterRollback(() => void events.push('rollback'));
          await transaction.query(insertNote, ['note']);
          if (fails) throw new Refused();
        });
      await work(true).catch(() => undefined);
      expect(events).toEqual(['rollback']);
      await work(false);
      expect(events).toEqual(['rollback', 'commit 1', 'commit 2']);
    }));

  it('allows callbacks of its commit to use the database', () =>
    withNotes(async (database) => {
      await database.transaction(async (transaction) => {
        transaction.afterCommit(async () => void (await database.write(insertNote, ['after'])));
        await transaction.query(insertNote, ['inside']);
      });
      expect(await noteTexts(database)).toEqual(['inside', 'after']);
    }));

  it('stays committed and succeeds though a callback fails; the failure is reported and the next callback runs', async () => {
    const reports: unknown[] = [];
    const events: string[] = [];
    await withNotes(
      async (database) => {
        const response = await database.transaction(async (transaction) => {
          transaction.afterCommit(() => {
            throw new Refused('mail');
          });
          transaction.afterCommit(() => void events.push('next'));
          await transaction.query(insertNote, ['kept']);
          return 'done';
        });
        expect(response).toBe('done');
        expect(await noteTexts(database)).toEqual(['kept']);
      },
      {},
      (text, error) => reports.push([text, (error as Error).message]),
    );
    expect(events).toEqual(['next']);
    expect(reports).toEqual([['A callback failed after its transaction was committed.', 'mail']]);
  });

  it('does not treat an error of another service as one of the database', () =>
    withNotes(async (database) => {
      const foreign = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      await expect(database.transaction(() => Promise.reject(foreign))).rejects.toBe(foreign);
    }));
});

describe('the wait for a connection', () => {
  it('ends with 503 and Retry-After if none becomes free in time, and the next one is served (C9, C12)', () =>
    withNotes(
      async (database) => {
        const { opened, open } = ability();
        const holding = database.transaction(() => opened);
        const shorter = pause(100, 'still waiting');
        const waiting = database.transaction(async () => 'served').catch((error: unknown) => error);
        expect(await Promise.race([waiting, shorter])).toBe('still waiting');
        const refusal = await waiting;
        expect(refusal).toBeInstanceOf(RequestError);
        expect(refusal).toMatchObject({
          code: 'unavailable',
          status: 503,
          headers: { 'Retry-After': '1' },
        });
        open();
        await holding;
        expect(await database.transaction(async () => 'served')).toBe('served');
      },
      { poolWait: 150 },
      undefined,
      1,
    ));
});

describe('observers', () => {
  it('receive every statement and its duration, sent by the adapter or by TypeORM, until they unsubscribe', () =>
    withNotes(async (database) => {
      const statements: string[] = [];
      const leave = database.observe((sql, milliseconds) => {
        expect(milliseconds).toBeGreaterThanOrEqual(0);
        statements.push(sql);
      });
      await database.query('select count(*) from notes where text = ?', ['a']);
      await database.write(insertNote, ['b']);
      await database.transaction(({ manager }) => manager.find(Note));
      leave();
      await database.query('select 1');
      expect(statements[0]).toBe('select count(*) from notes where text = ?');
      expect(statements[1]).toBe(insertNote);
      expect(statements.slice(2).map((sql) => sql.split(' ')[0]!.toUpperCase())).toEqual([
        expect.stringMatching(/BEGIN|START/),
        'SELECT',
        'COMMIT',
      ]);
    }));
});

if (testDialect === 'sqlite')
  describe('a transaction that a trigger of SQLite rolls back', () => {
    const senders = {
      statements: (transaction: Transaction, sql: string) => transaction.query(sql),
      'the manager': (transaction: Transaction, sql: string) => transaction.manager.query(sql),
    };
    const names = Object.keys(senders) as readonly (keyof typeof senders)[];

    it.each(names.flatMap((first) => names.map((then) => [first, then] as const)))(
      'takes no more statements, by %s and then by %s, and fails with the reason',
      (first, then) =>
        withNotes(async (database) => {
          await database.write(
            `create trigger refuse_notes before update on notes begin select raise(rollback, 'No.'); end`,
          );
          for (const goesOn of [true, false]) {
            const writing = database.transaction(async (transaction) => {
              await transaction.query(insertNote, ['before']);
              await senders[first](transaction, `update notes set text = 'x'`).catch(
                () => undefined,
              );
              if (!goesOn) return;
              const after = `insert into notes (text) values ('after')`;
              await senders[then](transaction, after).catch(() => undefined);
            });
            await expect(writing).rejects.toMatchObject({ code: 'conflict' });
            expect(await noteTexts(database)).toEqual([]);
          }
          await database.transaction((transaction) => transaction.query(insertNote, ['next']));
          expect(await noteTexts(database)).toEqual(['next']);
        }),
    );
  });
