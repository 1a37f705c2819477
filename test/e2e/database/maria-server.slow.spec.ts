import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConnection } from 'mysql2';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Database } from '../../../src/database/connection/database.js';
import {
  MariaStatements,
  statementsPerConnection,
} from '../../../src/database/engines/mysql/maria-statements.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { testDialect } from '../../support/databases.js';
import { PrivateMaria } from '../../support/private-maria.js';
import { CreateNotes1700000000001, insertNote, Note, noteTexts } from './note.fixture.js';

/** Prepared statements on the private server, over all its connections. */
const LIMIT = 60;

const unavailable = {
  code: 'unavailable',
  status: 503,
  headers: { 'Retry-After': expect.any(String) },
};

describe('The prepared statements of a connection', () => {
  it.each([
    { limit: 16_382, share: 10, poolSize: 10, most: 163 },
    { limit: 1_048_576, share: 10, poolSize: 10, most: 500 },
    { limit: 40, share: 10, poolSize: 10, most: 0 },
    { limit: 0, share: 100, poolSize: 1, most: 0 },
  ])('are at most $most: $share % of $limit for $poolSize connections', (given) => {
    expect(statementsPerConnection(given.limit, given.share, given.poolSize)).toBe(given.most);
  });

  it('fit 10 processes by default: together they stay within the limit of the server', () => {
    expect(10 * 10 * statementsPerConnection(16_382, 10, 10)).toBeLessThanOrEqual(16_382);
  });

  it('are closed on the server, the least recently used first', () => {
    const closed: string[] = [];
    const unprepare = ({ sql }: { readonly sql: string }) => closed.push(sql);
    const connection = { promise: () => ({ unprepare }) } as unknown as PoolConnection;
    const statements = new MariaStatements(connection, 2);
    for (const text of ['a', 'b', 'a', 'c']) statements.noteUse(text);
    expect(closed).toEqual(['b']);
    statements.closeAll();
    expect(closed).toEqual(['b', 'a', 'c']);
  });
});

const onMariadb = () => {
  let server: PrivateMaria;
  let url: string;
  beforeAll(async () => {
    server = await PrivateMaria.start({ 'max-prepared-stmt-count': String(LIMIT) });
    await server.run(
      'create database notes character set utf8mb4',
      `create user service@'%' identified by ''`,
      `grant all on notes.* to service@'%'`,
    );
    url = `${server.url.replace('root', 'service')}notes`;
  });
  afterAll(() => server.stop());

  const openWith = (statementShare: number, poolSize = 4): Promise<Database> =>
    createDatabase(
      { url, poolSize, statementShare },
      defaultLimits,
      [Note],
      [CreateNotes1700000000001],
    );

  const preparedNow = async () => {
    const [row] = await server.run(`show global status like 'Prepared_stmt_count'`);
    return Number(row!.Value);
  };

  /** The server closes the statements of an ended connection a moment later. */
  const untilPrepared = async (count: number) => {
    while ((await preparedNow()) !== count) await pause(10);
  };

  /** Many different statements, on all connections at once. */
  const runTexts = async (database: Database, count: number, label: string) => {
    const texts = Array.from({ length: count }, (_, at) => `select ? as ${label}_${at}`);
    const rows = await Promise.all(texts.map((text, at) => database.query(text, [`it's ${at}?`])));
    expect(rows).toEqual(texts.map((_, at) => [[`it's ${at}?`]]));
  };

  describe('A MariaDB server with a low limit of prepared statements', () => {
    it('keeps no more than the share of the process, for any number of statements', async () => {
      const database = await openWith(50);
      await runTexts(database, 200, 'a');
      // 4 connections, 7 statements each.
      await untilPrepared(28);
      await database.close();
    });

    it('runs statements without preparing them when it is full, and no request fails', async () => {
      const replicas = await Promise.all([openWith(100), openWith(100), openWith(100)]);
      for (let round = 0; round < 3; round++)
        await Promise.all(replicas.map((each, at) => runTexts(each, 100, `r${at}_${round}`)));
      expect(await preparedNow()).toBeLessThanOrEqual(LIMIT);
      await Promise.all(replicas.map((each) => each.close()));
    });

    it('accepts writes while others keep it full, in transactions too', async () => {
      const database = await openWith(100);
      await server.run(`set global max_prepared_stmt_count = 0`);
      await database.transaction(async (own) => {
        await own.query(insertNote, [`O'Neill \\ "?"`]);
        await own.query(insertNote, ['second']);
      });
      expect(await noteTexts(database)).toEqual([`O'Neill \\ "?"`, 'second']);
      await untilPrepared(0);
      await server.run(`set global max_prepared_stmt_count = ${LIMIT}`);
      await database.query('select 1');
      await untilPrepared(1);
      await database.close();
    });

    it('is not misled by a value if it ignores backslashes by default', async () => {
      await server.run(`set global sql_mode = 'NO_BACKSLASH_ESCAPES'`);
      await server.run(`set global max_prepared_stmt_count = 0`);
      const database = await openWith(100);
      const value = `\\' or 1 = 1 -- `;
      expect(await database.query('select ?', [value])).toEqual([[value]]);
      await database.close();
      await server.run(
        `set global max_prepared_stmt_count = ${LIMIT}`,
        `set global sql_mode = default`,
      );
    });
  });

  describe('A server of MariaDB that is read-only', () => {
    const readOnly = { set: 'set global read_only = 1', unset: 'set global read_only = 0' };
    const ofSession = {
      set: 'set global tx_read_only = 1',
      unset: 'set global tx_read_only = 0',
    };

    it.each([readOnly, ofSession])(
      'serves reads, rejects writes with 503 and recovers without a restart, set by "$set" (C9)',
      async ({ set, unset }) => {
        const database = await openWith(10, 2);
        await database.verifyWritable();
        await server.run(set);
        if (set === ofSession.set) await dropConnections(database);
        await expect(database.verifyWritable()).rejects.toMatchObject(unavailable);
        await expect(database.write(insertNote, ['lost'])).rejects.toMatchObject(unavailable);
        const writing = database.transaction((own) => own.query(insertNote, ['lost']));
        await expect(writing).rejects.toMatchObject(unavailable);
        expect(await noteTexts(database)).not.toContain('lost');
        await server.run(unset);
        await untilWritable(database);
        await database.close();
      },
    );

    /** A setting for new sessions reaches a pool when its connections are replaced. */
    const dropConnections = async (database: Database) => {
      const found = await server.run(
        `select id from information_schema.processlist where user = 'service'`,
      );
      await server.run(...found.map(({ id }) => `kill ${String(id)}`));
      while (database.load.open > 0) await new Promise((resolve) => setImmediate(resolve));
    };

    const untilWritable = async (database: Database) => {
      for (;;) {
        const failure: unknown = await database.verifyWritable().catch((error: unknown) => error);
        if (failure === undefined) return;
      }
    };
  });
};

if (testDialect === 'mariadb') onMariadb();
