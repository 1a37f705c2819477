import type { MigrationInterface, QueryRunner } from 'typeorm';
import { connectionOptions } from '../../../src/database/opening/connection-options.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { addColumn, createTable, dropTable } from '../../../src/index.js';
import { MigratingDataSource } from '../../../src/database/migrations/migrating-data-source.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { databaseUnderTest, sleepText, testDialect } from '../../support/databases.js';
import { noteTexts, openNotes, withNotes } from './note.fixture.js';

describe('migrations', () => {
  it('run once when five processes start at the same time, and all five see the whole schema', async () => {
    const target = await databaseUnderTest();
    const databases = await Promise.all(Array.from({ length: 5 }, () => openNotes(target)));
    try {
      for (const database of databases) {
        expect(await noteTexts(database)).toEqual([]);
        expect(await database.query('select id from shelves')).toEqual([[1]]);
        const executed = await database.query('select name from migrations order by id');
        expect(executed).toEqual([['CreateNotes1700000000001'], ['CreateShelves1700000000002']]);
      }
    } finally {
      await Promise.all(databases.map((database) => database.close()));
      await target.dispose();
    }
  });

  it('do not run again at the next start', () =>
    withNotes(async (database, target) => {
      await database.write('delete from shelves');
      const next = await openNotes(target);
      expect(await next.query('select id from shelves')).toEqual([]);
      await next.close();
    }));
});

const blank = `default 'it''s blank' not null`;

class CreateDrafts1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'drafts', (type) => ({
      columns: {
        id: type.key,
        title: `${type.text(20)} ${blank}`,
        body: `${type.longText} ${blank}`,
      },
    }));
    await addColumn(runner, 'drafts', 'data', (type) => `${type.json} default '{"a":1}' not null`);
    await runner.query(`insert into drafts (title) values ('first')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTable(runner, 'drafts');
  }
}

describe('a migration', () => {
  it('sets a default for columns of every string type, on every database', async () => {
    const target = await databaseUnderTest();
    const database = await createDatabase(
      { url: target.url },
      defaultLimits,
      [],
      [CreateDrafts1700000000004],
    );
    expect(await database.query('select title, body, data from drafts')).toEqual([
      ['first', "it's blank", '{"a":1}'],
    ]);
    await database.close();
    await target.dispose();
  });
});

class SleepLong1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sleepText(2.5));
  }

  async down(): Promise<void> {}
}

/** Longer than a server may stay silent past the statement timeout. */
class SleepLonger1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sleepText(1.2));
  }

  async down(): Promise<void> {}
}

if (testDialect !== 'sqlite') {
  describe('the statement timeout', () => {
    it('is lifted only for migrations', async () => {
      const target = await databaseUnderTest();
      const limits = { ...defaultLimits, statementTimeout: 2_000 };
      const database = await createDatabase(
        { url: target.url, poolSize: 1 },
        limits,
        [],
        [SleepLong1700000000003],
      );
      await expect(database.query(sleepText(600))).rejects.toMatchObject({ status: 504 });
      await database.close();
      await target.dispose();
    });

    it("does not exist on TypeORM's command line, however long the server stays silent", async () => {
      const target = await databaseUnderTest();
      const limits = { ...defaultLimits, statementTimeout: 0 };
      const options = await connectionOptions({ url: target.url, poolSize: 2 }, limits);
      const dataSource = new MigratingDataSource({
        ...options,
        migrations: [SleepLonger1700000000005],
      });
      await dataSource.initialize();
      expect(await dataSource.runMigrations()).toHaveLength(1);
      await dataSource.destroy();
      await target.dispose();
    });
  });
}
