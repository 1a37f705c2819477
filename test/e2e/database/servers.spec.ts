import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Transaction } from '../../../src/database/connection/database.js';
import { translateFailure } from '../../../src/database/failures/translate-failure.js';
import {
  isOfMysqlFamily,
  onDatabase,
  onTestServer,
  sleepText,
  testDialect,
} from '../../support/databases.js';
import { Network } from '../../support/network.js';
import { patientLimits } from '../../support/patient-limits.js';
import { ability, insertNote, noteTexts, openNotes, withNotes } from './note.fixture.js';

const sleep = sleepText(5);
/** Longer than the timeout of a test. */
const longSleep = sleepText(600);

const mysqlFamily = {
  look: 'select 1',
  self: 'select connection_id()',
  sleeper: `select id from information_schema.processlist where info = '${sleep}' and db = database()`,
  others:
    'select id from information_schema.processlist where db = database() and id <> connection_id()',
  connection: (id: unknown) =>
    `select id from information_schema.processlist where id = ${String(id)}`,
  kill: (id: unknown) => `kill ${String(id)}`,
};

const texts = {
  postgres: {
    // Within a transaction the server keeps showing its first result.
    look: 'select pg_stat_clear_snapshot()',
    self: 'select pg_backend_pid()',
    sleeper: `select pid from pg_stat_activity where query = '${sleep}' and datname = current_database()`,
    others:
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    connection: (id: unknown) => `select pid from pg_stat_activity where pid = ${String(id)}`,
    kill: (id: unknown) => `select pg_terminate_backend(${String(id)})`,
  },
  mariadb: mysqlFamily,
  mysql: mysqlFamily,
};

const ALLOWED = 3;
const nap = sleepText(0.02);

/** Creates an account that may have a few connections at a time. */
const createAccount = async (url: string, name: string): Promise<void> => {
  if (testDialect === 'postgres')
    await onDatabase(
      url,
      `create role ${name} login connection limit ${ALLOWED}; grant all on all tables in schema public to ${name}; grant all on all sequences in schema public to ${name}`,
    );
  else {
    const limit = `with max_user_connections ${ALLOWED}`;
    await onTestServer(`create user ${name}@'%' identified by '' ${limit}`);
    await onTestServer(`grant all on ${new URL(url).pathname.slice(1)}.* to ${name}@'%'`);
  }
};

const dropAccount = async (url: string, name: string): Promise<void> => {
  if (testDialect === 'postgres') await onDatabase(url, `drop owned by ${name}; drop role ${name}`);
  else await onTestServer(`drop user ${name}@'%'`);
};

const unavailable = { code: 'unavailable', status: 503, headers: { 'Retry-After': '1' } };

if (testDialect !== 'sqlite') {
  const { look, self, sleeper, others, connection, kill } = texts[testDialect];

  /** Kills by the connection of a transaction, which must not be the killer's own. */
  const killAll = (database: Database, find: string) =>
    database.transaction(async (killer) => {
      const found = await untilFound(killer, find);
      for (const [id] of found) await killer.query(kill(id)).catch(throwUnlessGone);
    });

  /** MySQL lists a connection for a moment after it was closed. */
  const throwUnlessGone = (error: Error & { readonly code?: string }) => {
    if (error.code !== 'ER_NO_SUCH_THREAD') throw error;
  };

  const untilFound = async (watcher: Transaction, find: string, count = 1) => {
    for (;;) {
      await watcher.query(look);
      const found = await watcher.query(find);
      if (found.length >= count) return found;
      await pause(10);
    }
  };

  /** Kills the connection of a transaction, and waits until the server has ended it. */
  const killOne = async (database: Database, id: unknown) => {
    await database.query(kill(id));
    while ((await database.query(connection(id))).length > 0) await pause(10);
  };

  const untilClosed = async (database: Database, left: number) => {
    while (database.load.open > left) await pause(5);
  };

  const respondsEveryTime = async (database: Database) => {
    const responses = Array.from({ length: 30 }, () => database.query('select 1'));
    expect(await Promise.all(responses)).toHaveLength(30);
  };

  describe('a connection that is cut', () => {
    it('makes a running statement 503, and the next ones succeed (C9)', () =>
      withNotes(async (database) => {
        const cut = expect(database.query(sleep)).rejects.toMatchObject(unavailable);
        await killAll(database, sleeper);
        await respondsEveryTime(database);
        await cut;
        await respondsEveryTime(database);
      }));

    it('makes only running statements 503 if the network is silent, in a transaction and out of it (C9)', () =>
      withNotes(async (watcher, target) => {
        const network = await Network.before(target.url);
        const database = await openNotes({ ...target, url: network.url });
        const cut = [
          database.query(sleep),
          database.transaction((transaction) => transaction.query(sleep)),
        ];
        const refusals = cut.map((running) => expect(running).rejects.toMatchObject(unavailable));
        await watcher.transaction((own) => untilFound(own, sleeper, cut.length));
        network.cut();
        await Promise.all(refusals);
        await respondsEveryTime(database);
        network.cut();
        await untilClosed(database, 0);
        await respondsEveryTime(database);
        await database.close();
        network.close();
      }));

    it('makes only running statements 503 if the network drops all packets, in a transaction and out of it (C9)', () =>
      withNotes(async (_, target) => {
        const network = await Network.before(target.url);
        const limits = { statementTimeout: 2_000 };
        const database = await openNotes({ ...target, url: network.url }, limits, undefined, 4);
        const events: string[] = [];
        await database.query('select 1');
        await database
          .transaction(async (transaction) => {
            transaction.afterRollback(() => void events.push('rollback'));
            network.freeze();
            const within = expect(transaction.query('select 1')).rejects.toMatchObject(unavailable);
            const outside = expect(database.query('select 1')).rejects.toMatchObject(unavailable);
            const another = expect(
              database.transaction(async () => undefined),
            ).rejects.toMatchObject(unavailable);
            const plain = database.dataSource.query('select 1').catch((error: unknown) => {
              throw translateFailure(error);
            });
            const ofEntities = expect(plain).rejects.toMatchObject(unavailable);
            await Promise.all([within, outside, another, ofEntities]);
            throw new Error('given up');
          })
          .catch((error: Error) => events.push(error.message));
        expect(events).toEqual(['rollback', 'given up']);
        network.thaw();
        await respondsEveryTime(database);
        await database.close();
        network.close();
      }));

    it('is not one whose transaction is busy with something else, however long, unless it is silent afterwards (C9)', () =>
      withNotes(async (_, target) => {
        const network = await Network.before(target.url);
        const limits = { statementTimeout: 1_000 };
        const database = await openNotes({ ...target, url: network.url }, limits, undefined, 1);
        const kept = await database.transaction(async (transaction) => {
          const before = await transaction.query(self);
          await pause(2_500);
          expect(await transaction.query(self)).toEqual(before);
          return before;
        });
        await pause(2_500);
        expect(await database.query(self)).toEqual(kept);
        network.freeze();
        await expect(database.query(self)).rejects.toMatchObject(unavailable);
        network.thaw();
        await respondsEveryTime(database);
        await database.close();
        network.close();
      }));

    it.each([
      ['that follows a statement', 'query'],
      ['with its only statement', 'later'],
    ] as const)(
      'leaves the outcome unknown if the network drops a commit %s (C9)',
      (_which, send) =>
        withNotes(async (_, target) => {
          const network = await Network.before(target.url);
          const database = await openNotes(
            { ...target, url: network.url },
            { statementTimeout: 2_000 },
          );
          const events: string[] = [];
          const cut = database.transaction(async (transaction) => {
            transaction.afterCommit(() => void events.push('commit'));
            transaction.afterRollback(() => void events.push('rollback'));
            const statement = { sql: insertNote, values: ['lost or not'] };
            if (send === 'query') await transaction.queryAll([statement]);
            else transaction.later([statement]);
            network.freeze();
          });
          await expect(cut).rejects.toMatchObject(unavailable);
          expect(events).toEqual([]);
          network.thaw();
          await respondsEveryTime(database);
          await database.close();
          network.close();
        }),
    );

    it('neither ends the process nor fails a request while it is idle', () =>
      withNotes(async (database) => {
        await Promise.all(Array.from({ length: 5 }, () => database.query('select 1')));
        await killAll(database, others);
        // The killer's own stays.
        await untilClosed(database, 1);
        await respondsEveryTime(database);
      }));

    it('rolls a transaction back between two statements and runs the rollback callbacks', () =>
      withNotes(async (database) => {
        const events: string[] = [];
        const { opened, open } = ability();
        const cut = database.transaction(async (transaction) => {
          transaction.afterCommit(() => void events.push('commit'));
          transaction.afterRollback(() => void events.push('rollback'));
          await transaction.query(insertNote, ['lost']);
          const [[id]] = (await transaction.query(self)) as [[unknown]];
          await killOne(database, id);
          open();
          await transaction.query(insertNote, ['never']);
        });
        await expect(cut).rejects.toMatchObject(unavailable);
        await opened;
        expect(events).toEqual(['rollback']);
        expect(await noteTexts(database)).toEqual([]);
        await respondsEveryTime(database);
      }));

    it('leaves the outcome of the transaction unknown before its commit, so that neither callback runs', () =>
      withNotes(async (database) => {
        const events: string[] = [];
        const cut = database.transaction(async (transaction) => {
          transaction.afterCommit(() => void events.push('commit'));
          transaction.afterRollback(() => void events.push('rollback'));
          const [[id]] = (await transaction.query(self)) as [[unknown]];
          await killOne(database, id);
        });
        await expect(cut).rejects.toMatchObject(unavailable);
        expect(events).toEqual([]);
        await respondsEveryTime(database);
      }));
  });

  describe('a deadlock', () => {
    it('is retried by its victim, whose first attempt is rolled back, so that both transactions commit', () =>
      withNotes(async (database) => {
        await database.write('insert into notes (id, text) values (1, ?), (2, ?)', ['a', 'b']);
        const abilities = [ability(), ability()];
        let attempts = 0;
        let undone = 0;
        const cross = (own: number, first: number, second: number) =>
          database.transaction(async (transaction) => {
            attempts++;
            transaction.afterRollback(() => void undone++);
            const mark = `update notes set text = concat(text, '+') where id = ?`;
            await transaction.query(mark, [first]);
            abilities[own]!.open();
            await abilities[1 - own]!.opened;
            await transaction.query(mark, [second]);
          });
        await Promise.all([cross(0, 1, 2), cross(1, 2, 1)]);
        expect([attempts, undone]).toEqual([3, 1]);
        expect(await noteTexts(database)).toEqual(['a++', 'b++']);
      }));
  });

  describe('a statement past its timeout', () => {
    it('is cancelled with 504, and the connection serves the next one (C9, C12)', () =>
      withNotes(
        async (database) => {
          await expect(database.query(longSleep)).rejects.toMatchObject({
            code: 'statement_timeout',
            status: 504,
          });
          await expect(database.transaction((own) => own.query(longSleep))).rejects.toMatchObject({
            status: 504,
          });
          await respondsEveryTime(database);
        },
        { statementTimeout: 2_000 },
      ));
  });

  describe('a write that waits for a row', () => {
    it('fails with 504 once its timeout is over, and is not retried (C9, C12)', () =>
      withNotes(
        async (database) => {
          await database.write(insertNote, ['kept']);
          const write = `update notes set text = 'changed'`;
          await database
            .transaction(async (holder) => {
              await holder.query(write);
              let writes = 0;
              const stop = database.observe((sql) => void (writes += Number(sql === write)));
              await expect(database.write(write)).rejects.toMatchObject({
                code: 'statement_timeout',
                status: 504,
              });
              stop();
              expect(writes).toBe(1);
              throw new Error('undone');
            })
            .catch((error: Error) => expect(error.message).toBe('undone'));
          expect(await noteTexts(database)).toEqual(['kept']);
        },
        { statementTimeout: 2_000 },
      ));
  });

  if (testDialect === 'postgres')
    describe('the rows of a statement', () => {
      it('are not kept by the result of the driver', () =>
        withNotes(async (database) => {
          const results: pg.QueryResult[] = [];
          const { query: send } = pg.Client.prototype;
          const sent = jest.spyOn(pg.Client.prototype, 'query');
          sent.mockImplementation(function (this: pg.Client, query: pg.Query) {
            query.on('end', (result) => void results.push(result));
            return Reflect.apply(send, this, [query]) as unknown;
          } as never);
          try {
            const counted = await database.query('select * from generate_series(1, 3)');
            expect(counted).toEqual([[1], [2], [3]]);
            await pause(0);
            expect(results.map(({ rowCount, rows }) => [rowCount, rows])).toEqual([[3, []]]);
          } finally {
            sent.mockRestore();
          }
        }));
    });

  if (testDialect === 'postgres')
    describe('a prepared statement that no longer fits its table', () => {
      const sql = 'select text from notes';
      const alter = (database: Database) =>
        database.dataSource.query('alter table notes alter column text type varchar(200)');

      it('is 503 once, since its connection is replaced (C9)', () =>
        withNotes(
          async (database) => {
            await database.query(sql);
            await alter(database);
            await expect(database.query(sql)).rejects.toMatchObject(unavailable);
            expect(await database.query(sql)).toEqual([]);
          },
          {},
          undefined,
          1,
        ));

      it('is retried at once in a transaction (C9)', () =>
        withNotes(
          async (database) => {
            await database.query(sql);
            await alter(database);
            expect(await database.transaction((own) => own.query(sql))).toEqual([]);
          },
          {},
          undefined,
          1,
        ));
    });

  describe('a statement that fails', () => {
    it('throws its own error, and keeps its connection', () =>
      withNotes(
        async (database) => {
          await database.write(insertNote, ['once']);
          const [before] = await database.query(self);
          await expect(database.write(insertNote, ['once'])).rejects.toThrow(/duplicate/i);
          expect(await database.query(self)).toEqual([before]);
        },
        {},
        undefined,
        1,
      ));
  });

  describe('a server that refuses further connections', () => {
    it('makes requests wait for those that are open, and reports it once (C9)', () =>
      withNotes(async (owner, target) => {
        const name = `crowd_${new URL(target.url).pathname.slice(-12)}`;
        await createAccount(target.url, name);
        const address = new URL(target.url);
        address.username = name;
        const reports: string[] = [];
        const report = (message: string) => void reports.push(message);
        const database = await openNotes({ ...target, url: address.href }, patientLimits, report);
        try {
          await Promise.all(Array.from({ length: 30 }, () => database.query(nap)));
          await Promise.all(
            Array.from({ length: 20 }, (_none, at) =>
              database.transaction(async (transaction) => {
                await transaction.query(nap);
                await transaction.query(insertNote, [`note ${at}`]);
              }),
            ),
          );
          expect(database.load).toMatchObject({ open: ALLOWED, max: 10, waiting: 0 });
          expect(reports).toEqual([
            'The database refuses more connections. Requests wait for those that are open.',
          ]);
          expect(await noteTexts(owner)).toHaveLength(20);
        } finally {
          await database.close();
          await dropAccount(target.url, name);
        }
      }));
  });
}

describe('the dialect of this run', () => {
  it('is the one that TEST_DATABASE names', () =>
    withNotes(async (database) => {
      expect(database.dialect).toBe(testDialect);
    }));

  if (isOfMysqlFamily)
    it.each(['mysql:', 'mariadb:'])(
      'is that of the server, though its address begins with %s',
      (protocol) =>
        withNotes(async (_, target) => {
          const database = await openNotes({
            ...target,
            url: target.url.replace(/^\w+:/, protocol),
          });
          expect(database.dialect).toBe(testDialect);
          await database.close();
        }),
    );
});
