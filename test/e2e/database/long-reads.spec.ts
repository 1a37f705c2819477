import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextEvent } from 'node:timers/promises';
import type { Database, ReadBounds } from '../../../src/database/connection/database.js';
import { openReader } from '../../../src/database/engines/sqlite/open-reader.js';
import { ThreadLost, ThreadReader } from '../../../src/database/engines/sqlite/thread-reader.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { CreateNotes1700000000001, insertNote, Note } from './note.fixture.js';

/** This file is about SQLite, for any dialect of the run. */
const bounds: ReadBounds = { rows: 1 };

/** Counts to a million: far longer than what runs on the process's own thread. */
const counted = 1_000_000;
const long = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) select count(*) from n`;
const short = 'select 1';

describe('A long read of SQLite (C12)', () => {
  let database: Database;
  const open = async (limits = {}) => {
    const options = { url: 'sqlite::memory:' };
    const all = { ...defaultLimits, ...limits };
    database = await createDatabase(options, all, [Note], [CreateNotes1700000000001]);
    await database.query(short, [], bounds);
  };
  beforeEach(() => open());
  afterEach(() => database.close());

  const readLong = () => database.query(long, [counted], bounds);

  /** Returns what ends first: a long read, or the wait for the next event of the process. */
  const first = () =>
    Promise.race([readLong().then(() => 'read'), nextEvent().then(() => 'event')]);

  it('does not block the process once its duration is known', async () => {
    await readLong();
    expect(await first()).toBe('event');
    expect(await readLong()).toEqual([[counted]]);
  });

  it('sees what was committed before it', async () => {
    await readLong();
    const counting = `${long}, notes`.replace('count(*)', 'count(distinct text)');
    await database.query(counting, [counted / 10], bounds);
    await database.write(insertNote, ['a']);
    expect(await database.query(counting, [counted / 10], bounds)).toEqual([[1]]);
  });

  it('is given up after the time of a statement, while others are read (C9)', async () => {
    await database.close();
    await open({ statementTimeout: 1 });
    await readLong();
    await expect(readLong()).rejects.toMatchObject({ code: 'statement_timeout' });
    expect(await database.query(short, [], bounds)).toEqual([[1]]);
  });

  it('lets observers know of its statement', async () => {
    await readLong();
    const seen: string[] = [];
    database.observe((sql) => seen.push(sql));
    await readLong();
    expect(seen).toEqual([long]);
  });
});

describe('The thread that reads', () => {
  let folder: string;
  let file: string;
  let reader: ThreadReader;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'long-reads-'));
    file = join(folder, 'notes.sqlite');
    const migrations = [CreateNotes1700000000001];
    const url = `sqlite:${file}`;
    await (await createDatabase({ url }, defaultLimits, [Note], migrations)).close();
    reader = new ThreadReader({ file, timeout: 1_000 }, () => undefined);
  });
  afterEach(async () => {
    await reader.close();
    rmSync(folder, { recursive: true });
  });

  it('starts with the first statement', async () => {
    expect(reader.isRunning).toBe(false);
    await reader.read(short);
    expect(reader.isRunning).toBe(true);
  });

  it('returns the values that the process would read itself', async () => {
    const sql = `select ?, ?, null, 1.5, 9007199254740993, x'00ff', lower_u('Ä'), row_digest(?)`;
    const values = [true, new Date(0), 'a'];
    const here = openReader(file, 1_000);
    const { rows } = await reader.read(sql, values);
    expect(rows).toEqual(here.run(sql, values));
    here.native.close();
  });

  it('returns results of many parts, in their order', async () => {
    const sql = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000) select i, ? from n`;
    const { rows } = await reader.read(sql, ['x'.repeat(100)]);
    expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 5000 }, (_, at) => at + 1));
  });

  it('stops when the meter has seen enough, and runs the next statement', async () => {
    const sql = `with recursive n(i) as (select 1 union all select i + 1 from n) select ? from n`;
    const enough = new Error('enough');
    let bytes = 0;
    const meter = {
      start: () => undefined,
      take(more: number) {
        bytes += more;
        if (bytes > 1_000_000) throw enough;
      },
    };
    await expect(reader.read(sql, ['x'.repeat(100)], { meter })).rejects.toBe(enough);
    expect((await reader.read(short)).rows).toEqual([[1]]);
  });

  it.each([
    ['select * from missing', { code: 'SQLITE_ERROR', message: 'no such table: missing' }],
    [`insert into notes (text) values ('a')`, { code: 'SQLITE_READONLY' }],
  ])('rejects %s with the error of SQLite', async (sql, error) => {
    await expect(reader.read(sql)).rejects.toMatchObject(error);
    expect((await reader.read(short)).rows).toEqual([[1]]);
  });

  it('reports why it has ended', async () => {
    const reports: string[] = [];
    const missing = { file: join(folder, 'none', 'notes.sqlite'), timeout: 1 };
    const lost = new ThreadReader(missing, (message) => reports.push(message));
    await expect(lost.read(short)).rejects.toThrow(ThreadLost);
    expect(reports).toEqual(['The thread that reads has ended:']);
  });
});
