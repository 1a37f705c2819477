import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextEvent } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import type { Database } from '../../../src/database/connection/database.js';
import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { CreateNotes1700000000001, insertNote, Note, noteTexts } from './note.fixture.js';

/** This file is about SQLite, for any dialect of the run. */
let folder: string;
let database: Database;
let otherProcess: BetterSqlite3.Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  const file = join(folder, 'notes.sqlite');
  const migrations = [CreateNotes1700000000001];
  database = await createDatabase({ url: `sqlite:${file}` }, defaultLimits, [Note], migrations);
  otherProcess = new (loadBetterSqlite())(file);
});
afterEach(async () => {
  otherProcess.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const writeElsewhere = (text: string) => otherProcess.prepare(insertNote).run(text);

describe('reads of SQLite', () => {
  it('share a snapshot until the next event, and then see what another process has committed', async () => {
    expect(await noteTexts(database)).toEqual([]);
    writeElsewhere('a');
    expect(await noteTexts(database)).toEqual([]);
    await nextEvent();
    expect(await noteTexts(database)).toEqual(['a']);
  });

  it('see what this process has committed at once', async () => {
    expect(await noteTexts(database)).toEqual([]);
    await database.write(insertNote, ['a']);
    expect(await noteTexts(database)).toEqual(['a']);
    await database.transaction((transaction) => transaction.query(insertNote, ['b']));
    expect(await noteTexts(database)).toEqual(['a', 'b']);
  });

  it('see what TypeORM has written without the lock at once', async () => {
    expect(await noteTexts(database)).toEqual([]);
    await database.dataSource.manager.insert(Note, { text: 'a' });
    expect(await noteTexts(database)).toEqual(['a']);
  });

  it('share no snapshot while a transaction is open', async () => {
    await database.transaction(async (transaction) => {
      expect(await noteTexts(transaction)).toEqual([]);
      expect(await noteTexts(database)).toEqual([]);
      otherProcess.pragma('busy_timeout = 0');
      expect(() => writeElsewhere('a')).toThrow('locked');
    });
    writeElsewhere('b');
    expect(await noteTexts(database)).toEqual(['b']);
  });

  it('go on after a statement that fails', async () => {
    await expect(database.query('select nothing from notes')).rejects.toThrow();
    expect(await noteTexts(database)).toEqual([]);
    writeElsewhere('a');
    await nextEvent();
    expect(await noteTexts(database)).toEqual(['a']);
  });
});

describe('a transaction while another process writes to the file', () => {
  beforeEach(() => otherProcess.exec('begin immediate'));

  it('begins once the other one has committed', async () => {
    const writing = database.transaction((transaction) => transaction.query(insertNote, ['here']));
    await nextEvent();
    writeElsewhere('there');
    otherProcess.exec('commit');
    await writing;
    expect(await noteTexts(database)).toEqual(['there', 'here']);
  });

  it('leaves nothing open if it fails before it has begun', async () => {
    const failing = database.transaction((transaction) => {
      transaction.query(insertNote, ['undone']).catch(() => undefined);
      throw new TypeError('Refused.');
    });
    await nextEvent();
    otherProcess.exec('commit');
    await expect(failing).rejects.toThrow('Refused.');
    await database.transaction((transaction) => transaction.query(insertNote, ['kept']));
    expect(await noteTexts(database)).toEqual(['kept']);
  });
});
