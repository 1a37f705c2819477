import 'reflect-metadata';
import { Global, Module, type Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { existsSync } from 'node:fs';
import { Column, Entity, ManyToOne, PrimaryColumn } from 'typeorm';
import { DATABASE, type Database } from '../../../src/database/connection/database.js';
import { RESOURCE_MODULE } from '../../../src/app/database/collect-schema.js';
import { DatabaseModule } from '../../../src/app/database/database.module.js';
import { findUserFaults } from '../../../src/app/registry/find-user-faults.js';
import { describeFault } from '../../../src/registry/draft/fault.js';
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

@Entity('libraries')
class Library {
  @PrimaryColumn('int')
  id!: number;
}

@Entity('readers')
class Reader {
  @PrimaryColumn('int')
  id!: number;

  @Column('varchar')
  name!: string;

  @ManyToOne(() => Library)
  library!: Library;
}

@Module({})
class NotesModule {}
Reflect.defineMetadata(RESOURCE_MODULE, { entities: [Note, Pair], migrations }, NotesModule);

@Module({ imports: [NotesModule] })
class PlainModule {}

/** Every caller signs in as a note. */
const notes = { entity: Note, identifier: 'text', password: 'text' };

function open(url: string, imports: readonly Type[], user: object = notes): Promise<TestingModule> {
  const options = {
    database: { url },
    limits: defaultLimits,
    authentication: { user: user as UserOptions },
  };
  @Global()
  @Module({ providers: [{ provide: OPTIONS, useValue: options }], exports: [OPTIONS] })
  class OptionsModule {}
  return Test.createTestingModule({
    imports: [OptionsModule, ...imports, DatabaseModule],
  }).compile();
}

describe('the database module', () => {
  it('opens the database with the entities of every module, and closes it when the service stops', async () => {
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

  it('includes the entity of the users, and entities that others refer to', async () => {
    const app = await open('sqlite::memory:', [], {
      entity: Reader,
      identifier: 'name',
      password: 'name',
    });
    const { dataSource } = app.get<Database>(DATABASE);
    expect([Reader, Library].map((entity) => dataSource.hasMetadata(entity))).toEqual([true, true]);
    await app.close();
  });

  it('rejects users that are not an entity', async () => {
    const user = { ...notes, entity: class Member {} };
    await expect(open('sqlite::memory:', [NotesModule], user)).rejects.toThrow(
      'The options are not valid:\n  authentication.user.entity must be an entity; Member has no @Entity().',
    );
  });
});

describe('the columns of users that authentication names', () => {
  const faultsOf = async (user: object) => {
    const app = await open('sqlite::memory:', [NotesModule], user);
    const faults = findUserFaults(app.get<Database>(DATABASE).dataSource, user as UserOptions);
    await app.close();
    return faults.map((fault) => describeFault(fault).trim());
  };

  it('are compared with the entity, all at once', async () => {
    expect(
      await faultsOf({ entity: Note, identifier: 'txt', password: 'hash', suspendedAt: 'noted' }),
    ).toEqual([
      'authentication.user.identifier: Note has no column "txt": write "text".',
      'authentication.user.password: Note has no column "hash": write one of id, text, noted_at.',
      'authentication.user.suspendedAt: Note has no column "noted": write one of id, text, noted_at.',
    ]);
    expect(await faultsOf({ entity: Pair, identifier: 'one', password: 'other' })).toEqual([
      'authentication.user.entity: the key of Pair is one and other: write an entity with exactly one key column.',
    ]);
    expect(await faultsOf(notes)).toEqual([]);
  });
});
