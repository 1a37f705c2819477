import type { Database, Row } from '../../../src/database/connection/database.js';
import { traceWork, type WorkTrace } from '../../../src/base/work-trace.js';
import { testDialect } from '../../support/databases.js';
import { Network } from '../../support/network.js';
import { openNotes, withNotes } from './note.fixture.js';

/** As many reads as three packets contain. */
const READS = 20;
const unavailable = { code: 'unavailable', status: 503 };

/** Reads by keys, in one turn of the event loop. */
const readAll = (database: Database, sql: string): Promise<PromiseSettledResult<Row[]>[]> =>
  Promise.allSettled(
    Array.from({ length: READS }, (_none, key) =>
      database.query(sql, [key], { rows: 1, isByKey: true }),
    ),
  );

const keysOf = (results: readonly PromiseSettledResult<Row[]>[]): readonly unknown[] =>
  results.map((result) =>
    result.status === 'fulfilled' ? result.value.map(([key]) => Number(key)) : 'refused',
  );

const ownKeys = Array.from({ length: READS }, (_none, key) => [key]);

if (testDialect === 'postgres')
  describe('reads of single records in one turn of the event loop', () => {
    const echo = 'select ?::int';
    /** A statement shares a connection once it has been fast. */
    const warmUp = (database: Database, sql: string) =>
      database.query(sql, [0], { rows: 1, isByKey: true });

    it('share a few connections, and each gets its own rows', () =>
      withNotes(async (database) => {
        await warmUp(database, echo);
        const { open } = database.load;
        expect(keysOf(await readAll(database, echo))).toEqual(ownKeys);
        expect(database.load.open).toBeLessThanOrEqual(Math.max(open, 3));
        expect(database.load.idle).toBe(database.load.open);
      }));

    it('do not share one before the statement has run', () =>
      withNotes(async (database) => {
        await readAll(database, echo);
        expect(keysOf(await readAll(database, echo))).toEqual(ownKeys);
      }));

    it('fail alone', () =>
      withNotes(async (database) => {
        const sql = 'select 3 + 0 / (?::int - 3)';
        await warmUp(database, sql);
        const results = await readAll(database, sql);
        expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
          ownKeys.map(([key]) => key !== 3),
        );
        expect(results[3]).toMatchObject({ reason: { code: '22012' } });
        expect(database.load.idle).toBe(database.load.open);
      }));

    it('are 503 from the one whose connection is lost, and the next ones succeed (C9)', () =>
      withNotes(async (database) => {
        const sql = `select case when ?::int = 2 then pg_terminate_backend(pg_backend_pid())::int else 1 end`;
        await warmUp(database, sql);
        const results = await readAll(database, sql);
        const lost = results.filter(({ status }) => status === 'rejected');
        expect(results.slice(0, 2).every(({ status }) => status === 'fulfilled')).toBe(true);
        expect(results.slice(8).every(({ status }) => status === 'fulfilled')).toBe(true);
        expect(lost).toHaveLength(6);
        for (const result of lost) expect(result).toMatchObject({ reason: unavailable });
        expect(keysOf(await readAll(database, echo))).toEqual(ownKeys);
        expect(keysOf(await readAll(database, echo))).toEqual(ownKeys);
      }));

    it('are 503 without a connection (C9)', () =>
      withNotes(async (_, target) => {
        const network = await Network.before(target.url);
        const database = await openNotes({ ...target, url: network.url });
        await warmUp(database, echo);
        await network.refuse();
        const results = await readAll(database, echo);
        for (const result of results) expect(result).toMatchObject({ reason: unavailable });
        await network.restore();
        expect(keysOf(await readAll(database, echo))).toEqual(ownKeys);
        await database.close();
        network.close();
      }));

    it('end with an error of the meter alone', () =>
      withNotes(async (database) => {
        await warmUp(database, echo);
        const meter = {
          start: () => undefined,
          take: () => {
            throw new Error('too many bytes');
          },
        };
        const [refused, results] = await Promise.all([
          database.query(echo, [1], { rows: 1, isByKey: true, meter }).catch(String),
          readAll(database, echo),
        ]);
        expect(refused).toContain('too many bytes');
        expect(keysOf(results)).toEqual(ownKeys);
      }));

    it('are reported to the work that they belong to', () =>
      withNotes(async (database) => {
        await warmUp(database, echo);
        const seen: unknown[][] = [[], []];
        const works = seen.map((values, at) => {
          const trace: WorkTrace = {
            enter: () => undefined,
            send: (statement) => {
              values.push(...(statement.values ?? []));
              return () => undefined;
            },
            sent: () => undefined,
            within: (_part, work) => work(undefined),
          };
          return traceWork(trace, () => database.query(echo, [at], { rows: 1, isByKey: true }));
        });
        await Promise.all(works);
        expect(seen).toEqual([[0], [1]]);
      }));
  });
else
  it('is only for PostgreSQL, whose driver sends statements without waiting', () =>
    withNotes(async (database) => {
      const sql = testDialect === 'sqlite' ? 'select ?' : 'select cast(? as signed)';
      expect(keysOf(await readAll(database, sql))).toEqual(ownKeys);
    }));
