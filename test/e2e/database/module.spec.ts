import 'reflect-metadata';
import { Global, Module, type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { existsSync } from 'node:fs';
import { Entity, PrimaryColumn } from 'typeorm';
import { DATABASE, type Database } from '../../../src/execution/database/database.js';
import { RESOURCE_MODULE } from '../../../src/modules/database/collect-schema.js';
import { DatabaseModule } from '../../../src/modules/database/database.module.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { OPTIONS, type UserOptions } from '../../../src/options/resource-api-options.js';
import { databaseUnderTest, testDialect } from '../../support/databases.js';
import { migrations, Note } from './note.fixture.js';

@Entity('pairs')
class Pair {
  @PrimaryColumn('int')
  one!: number;

  @PrimaryColumn('int')
  other!: number;
}

@Module({})
class NotesModule {}
Reflect.defineMetadata(RESOURCE_MODULE, { entities: [Note, Pair], migrations }, NotesModule);

@Module({ imports: [NotesModule] })
class PlainModule {}

/** Whoever signs in, signs in as a note. */
const notes = { entity: Note, identifier: 'text', password: 'text' };

function open(url: string, imports: readonly Type[], user: object = notes): Promise<TestingModule> {
  const options = { database: { url }, limits: defaultLimits, authentication: { user: user as UserOptions } };
  @Global()
  @Module({ providers: [{ provide: OPTIONS, useValue: options }], exports: [OPTIONS] })
  class OptionsModule {}
  return Test.createTestingModule({ imports: [OptionsModule, ...imports, DatabaseModule] }).compile();
}

describe('the database module', () => {
  it('opens the database with what every module brings, and closes it when the service stops', async () => {
    const target = await databaseUnderTest();
    const built = await open(target.url, [PlainModule]);
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
    const app = await open('sqlite::memory:', [NotesModule]);
    const file = String(app.get<Database>(DATABASE).dataSource.options.database);
    expect(existsSync(file)).toBe(true);
    await app.close();
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    [
      'users that no module brings',
      { ...notes, entity: class Member {} },
      [
        'authentication.user.entity: No module brings Member; name it in the entities of a @ResourceModule, or declare its resource.',
      ],
    ],
    [
      'columns that the users do not have, all at once',
      { entity: Note, identifier: 'txt', password: 'hash', suspendedAt: 'noted' },
      [
        'authentication.user.identifier: Note has no column for "txt". Did you mean "text"? Allowed: id, text, noted_at.',
        'authentication.user.password: Note has no column for "hash". Allowed: id, text, noted_at.',
        'authentication.user.suspendedAt: Note has no column for "noted". Allowed: id, text, noted_at.',
      ],
    ],
    [
      'users whose key is two columns',
      { entity: Pair, identifier: 'one', password: 'other' },
      ['authentication.user.entity: The key of Pair is one and other; allowed: an entity whose key is one column.'],
    ],
  ])('refuses %s', async (_title, user, faults) => {
    const message = ['The options are not valid:', ...faults.map((fault) => `  ${fault}`)].join('\n');
    await expect(open('sqlite::memory:', [NotesModule], user)).rejects.toThrow(new Error(message));
  });
});
