import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Database } from '../../../src/database/connection/database.js';
import { isConstraintViolation } from '../../../src/database/failures/translate-failure.js';
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
  const square = async (value: number) => value * value;

  it('is computed while others write, and the work is run again with it', async () => {
    const seen: number[][] = [];
    const store = async (value: number) => {
      await insert(value);
      seen.push(await ids());
      return value * 2;
    };
    const result = await database.together(async () => {
      await insert(1);
      return database.beforehand(store, 2);
    });
    expect(result).toBe(4);
    // The insert of the first attempt was rolled back when it was computed.
    expect(seen).toEqual([[2]]);
    expect(await ids()).toEqual([1, 2]);
  });

  it('ends the attempt, even if the code goes on without the result', async () => {
    const compute = jest.fn(async (value: string) => value.toUpperCase());
    const ask = () => database.beforehand(compute, 'a').catch(() => 'none');
    const replaced = async () => {
      if ((await ask()) === 'none') throw new Error('replaced');
      return ask;
    };
    expect(await database.rehearse(ask)).toBe('A');
    expect(await database.together(replaced)).toBe(ask);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('is a result for each time that an attempt asks', async () => {
    let count = 0;
    const next = async () => (count += 1);
    const ask = async () => [
      await database.beforehand(next, 1),
      await database.beforehand(next, 1),
    ];
    expect(await database.together(ask)).toEqual([1, 2]);
  });

  it('leaves what is apart to the attempt that lasts', async () => {
    const apart: number[] = [];
    let attempts = 0;
    await database.together(async () => {
      const attempt = ++attempts;
      await database.apart(async () => void apart.push(attempt));
      await database.beforehand(square, 1);
    });
    expect([attempts, apart]).toEqual([2, [2]]);
  });

  it('is computed inside once the values differ in every attempt', async () => {
    let attempts = 0;
    const result = await database.together(() => database.beforehand(square, ++attempts));
    expect(result).toBe(attempts * attempts);
  });

  it('fails where it is asked for if it cannot be computed', async () => {
    const fail = () => Promise.reject(new Error('too many'));
    const apart: string[] = [];
    const ask = async () => {
      await insert(1);
      return database.beforehand(fail, 1).catch(async (error: unknown) => {
        await database.apart(async () => void apart.push(String(error)));
        throw error;
      });
    };
    await expect(database.together(ask)).rejects.toThrow('too many');
    expect([apart, await ids()]).toEqual([['Error: too many'], []]);
  });

  it('is computed once if the next attempt cannot begin', async () => {
    const compute = jest.fn(async () => {
      begin.mockRejectedValueOnce(new Error('no connection'));
      return 1;
    });
    const begin = jest.spyOn(adapterOf(database), 'transaction');
    const failing = database.together(() => database.beforehand(compute, 1));
    await expect(failing).rejects.toThrow('no connection');
    expect(compute).toHaveBeenCalledTimes(1);
    begin.mockRestore();
  });

  it('is computed at once outside of a transaction', async () => {
    expect(await database.beforehand(square, 3)).toBe(9);
  });

  it('turns a transaction into a joined one if it is open', async () => {
    const isJoined: boolean[] = [];
    const result = await database.transaction(async (transaction) => {
      isJoined.push(database.isJoined);
      await transaction.query('insert into notes (id) values (1)');
      return database.beforehand(square, 3, true);
    });
    expect([result, isJoined, await ids()]).toEqual([9, [false, true, true], [1]]);
  });

  it('is asked for by the whole, also by one that is joined inside', async () => {
    const result = await database.together(() =>
      database.together(async () => {
        await insert(1);
        return database.beforehand(square, 4);
      }),
    );
    expect([result, await ids()]).toEqual([16, [1]]);
  });
});

describe('Code that goes on after its joined transaction was rolled back', () => {
  it.each([
    ['together', () => Promise.reject(new Error('stop'))],
    ['rehearse', () => Promise.resolve(1)],
  ] as const)('writes nothing, inside %s in another one', async (run, end) => {
    const late: Promise<unknown>[] = [];
    let goOn = (): void => undefined;
    const rolledBack = new Promise<void>((resolve) => (goOn = resolve));
    const working = database[run](async () => {
      late.push(rolledBack.then(() => insert(7)));
      late.push(rolledBack.then(() => database.transaction(() => insert(8))));
      return end();
    });
    await database.together(async () => {
      await working.catch(() => undefined);
      goOn();
      const outcomes = await Promise.allSettled(late);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    });
    expect(await ids()).toEqual([]);
  });

  it('does not write into the transaction around it', async () => {
    await database.together(async () => {
      let late: Promise<unknown> = Promise.resolve();
      const failing = database.transaction(async () => {
        late = new Promise((resolve) => setImmediate(resolve)).then(() => insert(7));
        throw new Error('stop');
      });
      await failing.catch(() => undefined);
      await expect(late).rejects.toThrow('rolled back');
    });
    expect(await ids()).toEqual([]);
  });
});

/** The engine's access below the joined transactions. */
const adapterOf = (joinable: Database): Database =>
  (joinable as unknown as { readonly adapter: Database }).adapter;
