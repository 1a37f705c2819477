import { createDatabase } from '../../../src/execution/database/create-database.js';
import type { Database } from '../../../src/execution/database/database.js';
import { isConstraintViolation } from '../../../src/execution/database/translate-failure.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { databaseUnderTest } from '../../support/databases.js';

type Place = Awaited<ReturnType<typeof databaseUnderTest>>;

let place: Place;
let database: Database;
beforeAll(async () => {
  place = await databaseUnderTest();
  database = await createDatabase({ url: place.url, migrate: false }, defaultLimits, [], []);
  await database.write('create table notes (id integer primary key)');
});
beforeEach(() => database.write('delete from notes'));
afterAll(async () => {
  await database.close();
  await place.dispose();
});

const insert = (id: number) => database.write('insert into notes (id) values (?)', [id]);
const ids = async () =>
  (await database.query('select id from notes order by id')).map(([id]) => Number(id));

describe('Joined transactions', () => {
  it('commit everything that was sent inside, and show it to reads inside only', async () => {
    await database.together(async () => {
      await insert(1);
      await database.transaction((transaction) =>
        transaction.query('insert into notes (id) values (2)'),
      );
      expect(await ids()).toEqual([1, 2]);
      expect(database.isJoined).toBe(true);
    });
    expect(database.isJoined).toBe(false);
    expect(await ids()).toEqual([1, 2]);
  });

  it('roll everything back after an error', async () => {
    const failing = database.together(async () => {
      await insert(1);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await ids()).toEqual([]);
  });

  it('undo a failed transaction inside, and go on', async () => {
    const events: string[] = [];
    await database.together(async () => {
      await insert(1);
      const failing = database.transaction(async (transaction) => {
        transaction.afterRollback(() => void events.push('undone'));
        await transaction.query('insert into notes (id) values (2)');
        await transaction.query('insert into notes (id) values (1)');
      });
      expect(await failing.catch(isConstraintViolation)).toBe(true);
      expect(events).toEqual(['undone']);
      await insert(3);
    });
    expect(await ids()).toEqual([1, 3]);
  });

  it('send the queued statements of a transaction inside before it ends', async () => {
    const received: unknown[] = [];
    await database.together(() =>
      database.transaction(async (transaction) => {
        transaction.later([{ sql: 'insert into notes (id) values (1)' }]);
        transaction.later([{ sql: 'select count(*) from notes' }], ([rows]) =>
          received.push(Number(rows![0]![0])),
        );
      }),
    );
    expect(received).toEqual([1]);
    expect(await ids()).toEqual([1]);
  });

  it('run transactions that start at the same time one after the other', async () => {
    await database.together(() =>
      Promise.all(
        [1, 2, 3].map((id) =>
          database.transaction(async (transaction) => {
            await transaction.query('insert into notes (id) values (?)', [id]);
            if (id === 2) throw new Error('stop');
          }),
        ),
      ).catch(() => undefined),
    );
    expect(await ids()).toContain(1);
    expect(await ids()).not.toContain(2);
  });

  it('undo a transaction inside a transaction inside', async () => {
    await database.together(() =>
      database.transaction(async (outer) => {
        await outer.query('insert into notes (id) values (1)');
        const inner = database.transaction(async (transaction) => {
          await transaction.query('insert into notes (id) values (2)');
          throw new Error('stop');
        });
        await inner.catch(() => undefined);
        await outer.query('insert into notes (id) values (3)');
      }),
    );
    expect(await ids()).toEqual([1, 3]);
  });

  it("include what TypeORM's manager writes", async () => {
    const sql = 'insert into notes (id) values (1)';
    const failing = database.together(() =>
      database.transaction(async ({ manager }) => {
        await manager.query(sql);
        throw new Error('stop');
      }),
    );
    await expect(failing).rejects.toThrow('stop');
    expect(await ids()).toEqual([]);
    await database.together(() => database.transaction(async ({ manager }) => manager.query(sql)));
    expect(await ids()).toEqual([1]);
  });

  it('run callbacks after the commit, and those of a rollback for everything inside', async () => {
    const events: string[] = [];
    const write = (name: string) =>
      database.transaction(async (transaction) => {
        transaction.afterCommit(() => void events.push(`${name} committed`));
        transaction.afterRollback(() => void events.push(`${name} undone`));
        await transaction.query('select 1');
      });
    await database.together(async () => {
      await write('first');
      expect(events).toEqual([]);
    });
    await database
      .together(async () => {
        await write('second');
        throw new Error('stop');
      })
      .catch(() => undefined);
    expect(events).toEqual(['first committed', 'second undone']);
  });

  it('leave nothing when they rehearse, and return the result', async () => {
    const apart: string[] = [];
    const result = await database.rehearse(async () => {
      await insert(1);
      await database.apart(async () => void apart.push('rehearsed'));
      return ids();
    });
    expect(result).toEqual([1]);
    expect(await ids()).toEqual([]);
    expect(apart).toEqual([]);
  });

  it('keep what runs apart, also after an error', async () => {
    const failing = database.together(async () => {
      await insert(1);
      await database.apart(async () => void (await insert(2)));
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await ids()).toEqual([2]);
  });

  it('do not hold code that outlives them', async () => {
    let release = (): void => undefined;
    const ended = new Promise<void>((resolve) => (release = resolve));
    let late: Promise<unknown> = Promise.resolve();
    await database.together(async () => {
      late = ended.then(() => insert(1));
    });
    release();
    await late;
    expect(await ids()).toEqual([1]);
  });
});

describe('What a joined transaction needs computed beforehand', () => {
  it('is computed while others write, and the work is run again with it', async () => {
    const seen: number[][] = [];
    const double = async (value: number) => {
      await insert(value * 100);
      seen.push(await ids());
      return value * 2;
    };
    const results = await database.together(async () => {
      await insert(1);
      return database.beforehand(double, [2, 3]);
    });
    expect(results).toEqual([4, 6]);
    // The insert of the first attempt was rolled back when they were computed.
    expect(seen).toEqual([[200], [200, 300]]);
    expect(await ids()).toEqual([1, 200, 300]);
  });

  it('ends the attempt, even if the code goes on without the results', async () => {
    const compute = jest.fn((value: string) => value.toUpperCase());
    const ask = () => database.beforehand(compute, ['a']).catch(() => ['none']);
    const wrapped = () =>
      ask().then(([result]) => {
        if (result === 'none') throw new Error('replaced');
        return result;
      });
    expect(await database.rehearse(ask)).toEqual(['A']);
    expect(await database.together(wrapped)).toBe('A');
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('runs what is apart once, for the attempt that lasts', async () => {
    const apart: number[] = [];
    let attempts = 0;
    await database.together(async () => {
      const attempt = ++attempts;
      await database.apart(async () => void apart.push(attempt));
      await database.beforehand((value) => value, [attempt]).catch(() => undefined);
      if (attempt === 1) await database.beforehand(String, ['x']);
    });
    expect(apart).toEqual([attempts]);
  });

  it('is computed inside once the values differ in every attempt', async () => {
    let attempts = 0;
    const square = (value: number) => value * value;
    const results = await database.together(() => database.beforehand(square, [++attempts]));
    expect(results).toEqual([attempts * attempts]);
  });

  it('fails the whole if it cannot be computed', async () => {
    const failing = database.together(async () => {
      await insert(1);
      const refuse = () => Promise.reject(new Error('too many'));
      return database.beforehand(refuse, [1]);
    });
    await expect(failing).rejects.toThrow('too many');
    expect(await ids()).toEqual([]);
  });

  it('is computed at once outside of a joined transaction', async () => {
    expect(await database.beforehand(Math.sqrt, [4, 9])).toEqual([2, 3]);
  });

  it('is asked for by the whole, also by one that is joined inside', async () => {
    const results = await database.together(() =>
      database.together(async () => {
        await insert(1);
        return database.beforehand(Math.sqrt, [16]);
      }),
    );
    expect([results, await ids()]).toEqual([[4], [1]]);
  });
});
