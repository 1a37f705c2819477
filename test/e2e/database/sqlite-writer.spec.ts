import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';
import { DataSource } from 'typeorm';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Database } from '../../../src/database/connection/database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { CreateNotes1700000000001, ability, insertNote, Note, noteTexts } from './note.fixture.js';

class Refused extends Error {}

/** This file is about SQLite, for any dialect of the run. */
async function onSqlite(test: (database: Database) => Promise<void>, limits = {}): Promise<void> {
  const database = await createDatabase(
    { url: 'sqlite::memory:' },
    { ...defaultLimits, ...limits },
    [Note],
    [CreateNotes1700000000001],
  );
  try {
    await test(database);
  } finally {
    await database.close();
  }
}

async function onBareTypeorm(test: (dataSource: DataSource) => Promise<void>): Promise<void> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    driver: loadBetterSqlite(),
    database: ':memory:',
    entities: [Note],
    migrations: [CreateNotes1700000000001],
    migrationsRun: true,
  });
  await dataSource.initialize();
  try {
    await test(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

describe('a write that was acknowledged while another request rolls back', () => {
  it('is lost with TypeORM alone, which has one query runner for both', () =>
    onBareTypeorm(async (dataSource) => {
      const { opened: written, open: wrote } = ability();
      const { opened: acknowledged, open: acknowledge } = ability();
      const failing = dataSource.transaction(async (manager) => {
        await manager.insert(Note, { text: 'undone' });
        wrote();
        await acknowledged;
        throw new Refused();
      });
      await written;
      const saved = await dataSource.manager.save(Note, { text: 'acknowledged' });
      expect(saved.id).toBeGreaterThan(0);
      acknowledge();
      await expect(failing).rejects.toBeInstanceOf(Refused);
      expect(await dataSource.manager.count(Note)).toBe(0);
    }));

  it('is kept here', () =>
    onSqlite(async (database) => {
      const { opened: written, open: wrote } = ability();
      const { opened: goingOn, open: goOn } = ability();
      const failing = database.transaction(async ({ manager }) => {
        await manager.insert(Note, { text: 'undone' });
        wrote();
        await goingOn;
        throw new Refused();
      });
      await written;
      const acknowledged = database.write(insertNote, ['acknowledged']);
      goOn();
      await expect(failing).rejects.toBeInstanceOf(Refused);
      await acknowledged;
      expect(await noteTexts(database)).toEqual(['acknowledged']);
    }));

  it('is kept here among 50 concurrent transactions, a third of them failing, with plain writes between them', () =>
    onSqlite(
      async (database) => {
        const acknowledged: string[] = [];
        const transaction = async (index: number) => {
          await database.transaction(async ({ manager }) => {
            await manager.insert(Note, { text: `first of ${index}` });
            await new Promise(setImmediate);
            await manager.insert(Note, { text: `second of ${index}` });
            if (index % 3 === 0) throw new Refused();
          });
          acknowledged.push(`first of ${index}`, `second of ${index}`);
        };
        const plain = async (index: number) => {
          await database.write(insertNote, [`plain ${index}`]);
          acknowledged.push(`plain ${index}`);
        };
        const all = Array.from({ length: 50 }, (_, index) => [
          transaction(index),
          plain(index),
        ]).flat();
        const refused = (await Promise.allSettled(all)).filter(
          ({ status }) => status === 'rejected',
        );
        expect(refused).toHaveLength(17);
        expect(acknowledged).toHaveLength(33 * 2 + 50);
        expect((await noteTexts(database)).sort()).toEqual(acknowledged.sort());
      },
      { poolWait: 300_000 },
    ));
});

describe('the queue of writers', () => {
  it('is served in the order of arrival, transactions and plain writes alike', () =>
    onSqlite(async (database) => {
      const { opened, open } = ability();
      const holding = database.transaction(() => opened);
      const texts = Array.from({ length: 20 }, (_, index) => `note ${index}`);
      const writes = texts.map((text, index) =>
        index % 2 === 0
          ? database.write(insertNote, [text])
          : database.transaction((transaction) => transaction.query(insertNote, [text])),
      );
      open();
      await Promise.all([holding, ...writes]);
      expect(await noteTexts(database)).toEqual(texts);
    }));

  it('rejects a writer with 503 after the wait, which writes nothing later (C12)', () =>
    onSqlite(
      async (database) => {
        const { opened, open } = ability();
        const holding = database.transaction(() => opened);
        const refusal = database.write(insertNote, ['refused']);
        await expect(refusal).rejects.toMatchObject({
          status: 503,
          headers: { 'Retry-After': '1' },
        });
        open();
        await holding;
        await database.write(insertNote, ['served']);
        expect(await noteTexts(database)).toEqual(['served']);
      },
      { poolWait: 100 },
    ));

  it('continues after a statement that failed', () =>
    onSqlite(async (database) => {
      await expect(database.write('insert into nowhere values (1)')).rejects.toMatchObject({
        message: expect.stringContaining('no such table'),
      });
      await database.write(insertNote, ['next']);
      expect(await noteTexts(database)).toEqual(['next']);
    }));
});

describe('the reader', () => {
  it('reads the old rows while a writer holds changes, and the new ones at the next statement after the commit', () =>
    onSqlite(async (database) => {
      await database.write(insertNote, ['old']);
      await database.transaction(async (transaction) => {
        await transaction.query('update notes set text = ?', ['new']);
        expect(await noteTexts(database)).toEqual(['old']);
      });
      expect(await noteTexts(database)).toEqual(['new']);
    }));

  it('cannot write', () =>
    onSqlite(async (database) => {
      await expect(database.query(insertNote, ['by the reader'])).rejects.toMatchObject({
        code: 'SQLITE_READONLY',
      });
    }));

  it('lower-cases by Unicode, as the writer does (C1.6)', () =>
    onSqlite(async (database) => {
      const lowered = [['éß ı', null]];
      expect(await database.query('select lower_u(?), lower_u(null)', ['Éß ı'])).toEqual(lowered);
      expect(
        await database.transaction((writer) =>
          writer.query('select lower_u(?), lower_u(null)', ['Éß ı']),
        ),
      ).toEqual(lowered);
    }));
});
