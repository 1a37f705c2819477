import { Injectable } from '@nestjs/common';
import {
  ActionLog,
  BelongsToMany,
  createTable,
  dropTable,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('books')
class Book {
  @PrimaryColumn('int') id!: number;
}
@Entity('readers')
class Reader {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
  @ManyToMany(() => Book)
  @JoinTable({
    name: 'favourites',
    joinColumn: { name: 'reader_id' },
    inverseJoinColumn: { name: 'book_id' },
  })
  favourites!: Book[];
}

class CreateFavourites1735700000099 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'books', () => ({
      columns: { id: 'integer primary key not null' },
    }));
    await createTable(queryRunner, 'readers', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'favourites', (type) => ({
      columns: { reader_id: `${type.integer} not null`, book_id: `${type.integer} not null` },
      primaryKey: ['reader_id', 'book_id'],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['favourites', 'readers', 'books']) await dropTable(queryRunner, table);
  }
}

@Injectable()
class ReaderPolicy extends OpenPolicy {
  manageFavourites() {
    return true;
  }
}

@Resource({ policy: OpenPolicy })
class BookResource extends ResourceOf(Book) {}

@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}

@Resource({ policy: ReaderPolicy, logged: true, profile: true })
class ReaderResource extends ResourceOf(Reader) {
  @Field() name!: string;
  @BelongsToMany(() => BookResource)
  favourites!: Related;
}

@ResourceModule({
  resources: [BookResource, LogResource, ReaderResource],
  migrations: [CreateFavourites1735700000099],
})
class ReadersModule {}

let source: DatabaseUnderTest;
let test: TestApplication<Reader>;
beforeAll(async () => {
  source = await databaseUnderTest();
  test = await createTestApplication<Reader>({
    modules: [ReadersModule],
    options: {
      database: { url: source.url },
      authentication: { user: { entity: Reader, identifier: 'name', password: 'password' } },
    },
  });
  const { manager } = test.dataSource;
  await manager.insert(Reader, { name: 'ann', password: 'secret words' });
  for (let id = 1; id <= 5; id += 1) await manager.insert(Book, { id });
});
afterAll(async () => {
  await test?.close();
  await source?.dispose();
});

const post = (path: string, body: object = {}) => test.as('ann').post<any>(path, body);
const pairs = () => test.dataSource.query('select * from favourites order by book_id');

describe('Reverting a change of pivot rows that consist of keys only', () => {
  it.each([
    ['attach', [3, 4]],
    ['detach', [1, 2]],
    ['sync', [2, 5]],
  ])('takes the keys from the log after %s %j (C15.1, C15.3)', async (operation, favourites) => {
    await post('/readers/1/sync/favourites', { favourites: [1, 2] });
    const before: unknown = await pairs();
    expect((await post(`/readers/1/${operation}/favourites`, { favourites })).status).toBeLessThan(
      300,
    );
    const after: unknown = await pairs();
    for (const expected of [before, after]) {
      const [{ id }] = await test.dataSource.query('select max(id) as id from action_logs');
      expect((await post(`/action_logs/${id}/revert`)).status).toBe(200);
      expect(await pairs()).toEqual(expected);
    }
  });
});
