import {
  createTable,
  dropTable,
  Field,
  MorphMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  DeleteDateColumn,
  Entity,
  PrimaryColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('clerks')
class Clerk {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
  notes!: Note[];
}
/** A note about a clerk, which is only marked when it is deleted. */
@Entity('notes')
class Note {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40 }) about_type!: string;
  @Column('int') about_id!: number;
  @DeleteDateColumn({ type: Date, precision: 3 }) deleted_at!: Date | null;
}

class CreateNotes1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'clerks', (type) => ({
      columns: {
        id: 'integer primary key not null',
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'notes', (type) => ({
      columns: {
        id: 'integer primary key not null',
        about_type: `${type.text(40)} not null`,
        about_id: `${type.integer} not null`,
        deleted_at: `${type.datetime} null`,
      },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['notes', 'clerks']) await dropTable(queryRunner, table);
  }
}

@Resource({ policy: OpenPolicy })
class NoteResource extends ResourceOf(Note) {
  @Field() about_type!: string;
  @Field() about_id!: number;
}

@Resource({ policy: OpenPolicy, profile: true })
class ClerkResource extends ResourceOf(Clerk) {
  @Field() name!: string;
  @MorphMany(() => NoteResource, { morph: 'about' })
  notes!: Related;
}

@ResourceModule({
  resources: [NoteResource, ClerkResource],
  migrations: [CreateNotes1735700000098],
})
class ClerksModule {}

/** When notes 4 and 5 were deleted. */
const LONG_AGO = new Date('2020-02-03T04:05:06.789Z');
const BOB = 2;
const none = { stored: 0, updated: 0, deleted: 0, attached: 0, detached: 0 };

let source: DatabaseUnderTest;
let test: TestApplication<Clerk>;
beforeAll(async () => {
  source = await databaseUnderTest();
  test = await createTestApplication<Clerk>({
    modules: [ClerksModule],
    options: {
      database: { url: source.url },
      authentication: { user: { entity: Clerk, identifier: 'name', password: 'password' } },
    },
  });
  await test.dataSource.manager.insert(Clerk, { id: 1, name: 'ann', password: 'secret words' });
});
/** Bob has five notes, two of them in the trash. Ann has one. */
beforeEach(async () => {
  const { manager } = test.dataSource;
  await manager.query('delete from notes');
  await manager.query(`delete from clerks where name <> 'ann'`);
  await manager.insert(Clerk, { id: BOB, name: 'bob', password: 'secret words' });
  for (let id = 1; id <= 6; id += 1)
    await manager.insert(Note, {
      id,
      about_type: 'clerks',
      about_id: id === 6 ? 1 : BOB,
      deleted_at: id === 4 || id === 5 ? LONG_AGO : null,
    });
});
afterAll(async () => {
  await test?.close();
  await source?.dispose();
});

const remove = (path: string, prefer: string) => test.as('ann').with({ prefer }).delete<any>(path);

const clerks = async () =>
  (await test.dataSource.manager.find(Clerk, { order: { id: 'ASC' } })).map(({ name }) => name);
const notes = async () =>
  (await test.dataSource.manager.find(Note, { withDeleted: true, order: { id: 'ASC' } })).map(
    ({ id, deleted_at: date }) =>
      [
        id,
        date === null ? 'there' : date.getTime() === LONG_AGO.getTime() ? 'old' : 'new',
      ] as const,
  );
const state = async () => ({ clerks: await clerks(), notes: Object.fromEntries(await notes()) });

const before = {
  clerks: ['ann', 'bob'],
  notes: { 1: 'there', 2: 'there', 3: 'there', 4: 'old', 5: 'old', 6: 'there' },
};
const after = {
  clerks: ['ann'],
  notes: { 1: 'new', 2: 'new', 3: 'new', 4: 'old', 5: 'old', 6: 'there' },
};

describe('Deleting a record whose children are only marked (C4.5, C13.3, C13.4)', () => {
  beforeEach(async () => expect(await state()).toEqual(before));

  it('counts the children that it would mark, and marks none in a dry run', async () => {
    const { status, body } = await remove(`/clerks/${BOB}`, 'tx=rollback');
    expect([status, body.data.affected]).toEqual([200, { ...none, deleted: 4 }]);
    expect(await state()).toEqual(before);
  });

  it.each([0, 1, 3])('is 409 with max-affected=%i, and marks none', async (max) => {
    const { status, body } = await remove(`/clerks/${BOB}`, `max-affected=${max}`);
    expect([status, body]).toEqual([
      409,
      {
        code: 'max_affected_exceeded',
        message: `The request would change 4 records, but max-affected allows ${max}.`,
      },
    ]);
    expect(await state()).toEqual(before);
  });

  it('marks them with max-affected=4; those in the trash keep their dates', async () => {
    expect((await remove(`/clerks/${BOB}`, 'max-affected=4')).status).toBe(204);
    expect(await state()).toEqual(after);
  });

  it('marks the same without headers', async () => {
    expect((await test.as('ann').delete(`/clerks/${BOB}`)).status).toBe(204);
    expect(await state()).toEqual(after);
  });

  it('counts nothing for children in the trash', async () => {
    await test.dataSource.manager.query('delete from notes where id <= 3');
    const { body } = await remove(`/clerks/${BOB}`, 'tx=rollback');
    expect(body.data.affected).toEqual({ ...none, deleted: 1 });
    expect((await remove(`/clerks/${BOB}`, 'max-affected=1')).status).toBe(204);
    expect(await notes()).toEqual([
      [4, 'old'],
      [5, 'old'],
      [6, 'there'],
    ]);
  });

  it('counts a child that is deleted itself as one', async () => {
    const { body } = await remove('/notes/1', 'tx=rollback');
    expect(body.data.affected).toEqual({ ...none, deleted: 1 });
    expect((await remove('/notes/1', 'max-affected=0')).status).toBe(409);
    expect(await state()).toEqual(before);
  });
});
