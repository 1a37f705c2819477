import {
  ActionLog,
  createApplication,
  createTable,
  dropTable,
  Field,
  MorphMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { startApp } from '../../support/app-under-test.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('readers')
class Reader {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  logs!: ActionLog[];
}
/** The table of another application. */
@Entity('tokens')
class Token {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) word!: string;
}

class CreateReaders1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'readers', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} null`,
      },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'readers');
  }
}

@Resource({ policy: OpenPolicy })
class ActionLogResource extends ResourceOf(ActionLog) {
  @Field() name!: string;
}
@Resource({ policy: OpenPolicy, profile: true, logged: true })
class ReaderResource extends ResourceOf(Reader) {
  @Field() name!: string;
  @MorphMany(() => ActionLogResource, { morph: 'actionable' }) logs!: Related;
}
@Resource({ policy: OpenPolicy, uriKey: 'words' })
class WordResource extends ResourceOf(Token) {
  @Field() word!: string;
}
@ResourceModule({
  resources: [ReaderResource, ActionLogResource],
  migrations: [CreateReaders1735700000098],
})
class ReadersModule {}
@ResourceModule({ resources: [WordResource], existingTables: true })
class WordsModule {}

const ownTables = [
  ...['action_log_files', 'action_log_snapshots', 'action_logs', 'action_runs'],
  ...[
    'idempotency_keys',
    'last_writes',
    'login_attempts',
    'migrations',
    'service_secrets',
    'tokens',
  ],
];
const authentication = {
  user: { entity: Reader, identifier: 'name', password: 'password' },
} as const;

/** Runs statements on a database, and returns the rows of the last one. */
async function run(place: DatabaseUnderTest, ...statements: readonly string[]) {
  const database = await createDatabase({ url: place.url, migrate: false }, defaultLimits, [], []);
  try {
    let rows: readonly unknown[] = [];
    for (const statement of statements) rows = await database.write(statement);
    return rows;
  } finally {
    await database.close();
  }
}

const ofAnother = [
  'create table tokens (id integer primary key not null, word varchar(40) not null)',
  `insert into tokens values (1, 'of another application')`,
  'create table migrations (batch integer, migration varchar(40))',
];

describe('A database in which another application has tables like those of the service', () => {
  let place: DatabaseUnderTest;
  beforeEach(async () => {
    place = await databaseUnderTest();
    await run(place, ...ofAnother);
  });
  afterEach(() => place.dispose());

  it('is not touched without a prefix: the start describes how to rename the tables', async () => {
    await run(place, 'drop table migrations');
    const starting = createApplication({
      modules: [ReadersModule],
      options: { database: { url: place.url }, authentication, logLevel: 'silent' },
    });
    await expect(starting).rejects.toThrow(
      "The database has a table tokens that is not the service's. Rename the service's own tables: set DATABASE_TABLE_PREFIX, such as api_ for the table api_tokens, or the option database.tablePrefix.",
    );
    expect(await run(place, 'select word from tokens')).toEqual([['of another application']]);
  });

  it('is served with a prefix: its own tables too', async () => {
    const { test } = await startApp<Reader>(
      {
        modules: [ReadersModule, WordsModule],
        options: { database: { url: place.url, tablePrefix: 'api_' }, authentication },
      },
      place,
    );
    try {
      await useEverything(test);
      const { manager } = test.dataSource;
      for (const table of ownTables)
        expect([table, await manager.query(`select count(*) as n from api_${table}`)]).toEqual([
          table,
          [{ n: expect.anything() }],
        ]);
      expect(await manager.query('select * from migrations')).toEqual([]);
      expect(await manager.query('select * from tokens')).toEqual([
        { id: 1, word: 'of another application' },
      ]);
      await test.reset();
      expect(await manager.query('select * from api_tokens')).toEqual([]);
    } finally {
      await test.close();
    }
  });

  /** Requests for which the service reads and writes each of its tables. */
  async function useEverything(test: TestApplication<Reader>): Promise<void> {
    await test.dataSource.manager.insert(Reader, { name: 'ann' });
    const ann = test.as('ann');
    expect((await ann.get<any>('/words')).body.data[0].attributes).toEqual({
      word: 'of another application',
    });
    const keyed = ann.with({ 'Idempotency-Key': 'one' });
    expect((await keyed.patch('/readers/1', { name: 'bea' })).status).toBe(200);
    const { body } = await ann.get<any>('/readers/1?include=logs[name]');
    const [log] = body.data.relationships.logs;
    expect(log.attributes).toEqual({ name: 'Updated' });
    expect((await ann.post(`/action_logs/${log.id}/revert`)).status).toBe(200);
    expect((await ann.get<any>('/readers/1')).body.data.attributes).toEqual({ name: 'ann' });
    const failed = { email: 'ann', password: 'wrong' };
    expect((await test.anonymous.post('/login', failed)).status).toBe(401);
    expect((await ann.get('/tokens')).status).toBe(200);
    expect((await ann.post('/logout')).status).toBe(204);
    expect((await test.anonymous.get('/readers')).status).toBe(401);
  }
});
