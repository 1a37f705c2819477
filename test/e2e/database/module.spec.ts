import 'reflect-metadata';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { existsSync } from 'node:fs';
import { DATABASE, type Database } from '../../../src/execution/database/database.js';
import { RESOURCE_MODULE } from '../../../src/modules/database/collect-schema.js';
import { DatabaseModule } from '../../../src/modules/database/database.module.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { OPTIONS } from '../../../src/options/resource-api-options.js';
import { databaseUnderTest, testDialect } from '../../support/databases.js';
import { migrations, Note } from './note.fixture.js';

@Module({})
class NotesModule {}
Reflect.defineMetadata(RESOURCE_MODULE, { entities: [Note], migrations }, NotesModule);

@Module({ imports: [NotesModule] })
class PlainModule {}

describe('the database module', () => {
  it('opens the database with what every module brings, and closes it when the service stops', async () => {
    const target = await databaseUnderTest();
    const options = { provide: OPTIONS, useValue: { database: { url: target.url }, limits: defaultLimits } };
    @Global()
    @Module({ providers: [options], exports: [OPTIONS] })
    class OptionsModule {}

    const built = await Test.createTestingModule({ imports: [OptionsModule, PlainModule, DatabaseModule] }).compile();
    const app = await built.init();
    const database = app.get<Database>(DATABASE);
    expect(database.dialect).toBe(testDialect);
    expect(database.dataSource.hasMetadata(Note)).toBe(true);
    expect(await database.query('select id from notes')).toEqual([]);
    expect(await database.query('select hash from tokens')).toEqual([]);
    await app.close();
    expect(database.dataSource.isInitialized).toBe(false);
    await target.dispose();
  });

  it('keeps nothing of a database in memory', async () => {
    const options = { database: { url: 'sqlite::memory:' }, limits: defaultLimits };
    @Global()
    @Module({ providers: [{ provide: OPTIONS, useValue: options }], exports: [OPTIONS] })
    class OptionsModule {}

    const app = await Test.createTestingModule({ imports: [OptionsModule, DatabaseModule] }).compile();
    const file = String(app.get<Database>(DATABASE).dataSource.options.database);
    expect(existsSync(file)).toBe(true);
    await app.close();
    expect(existsSync(file)).toBe(false);
  });
});
