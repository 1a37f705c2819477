import { Injectable } from '@nestjs/common';
import {
  Action,
  createTable,
  dropTable,
  Field,
  nothing,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionHandler,
  type ActionRequest,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('guests')
class Guest {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
}
@Entity('diaries')
class Diary {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40 }) text!: string;
}

class CreateGuests1735700000097 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'guests', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'diaries', (type) => ({
      columns: { id: 'integer primary key not null', text: `${type.text(40)} not null` },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['diaries', 'guests']) await dropTable(queryRunner, table);
  }
}

/** Nobody sees a record. */
@Injectable()
class ClosedPolicy extends OpenPolicy {
  override scope() {
    return nothing();
  }
}

/** Writes what its caller may not see. */
@Action({ description: 'Rewrite the diaries.' })
class Rewrite implements ActionHandler<Guest> {
  async handle(request: ActionRequest, guests: Guest[]) {
    const diaries = await request.manager.find(Diary, { order: { id: 'asc' } });
    await request.update([diaries[0]!], { text: 'burnt' });
    await request.delete([diaries[1]!]);
    await request.store(Diary, [{ id: 3, text: 'made up' }]);
    await request.update(guests, { name: 'renamed' });
  }
}

@Resource({ policy: ClosedPolicy, logged: true })
class DiaryResource extends ResourceOf(Diary) {
  @Field() text!: string;
}
@Resource({ policy: OpenPolicy, logged: true, profile: true, actions: [Rewrite] })
class GuestResource extends ResourceOf(Guest) {
  @Field() name!: string;
}

@ResourceModule({
  resources: [DiaryResource, GuestResource],
  migrations: [CreateGuests1735700000097],
})
class GuestsModule {}

let source: DatabaseUnderTest;
let test: TestApplication<Guest>;
beforeAll(async () => {
  source = await databaseUnderTest();
  test = await createTestApplication<Guest>({
    modules: [GuestsModule],
    options: {
      database: { url: source.url },
      authentication: { user: { entity: Guest, identifier: 'name', password: 'password' } },
    },
  });
  const { manager } = test.dataSource;
  await manager.insert(Guest, { name: 'ann', password: 'secret words' });
  for (const id of [1, 2]) await manager.insert(Diary, { id, text: `secret ${id}` });
});
afterAll(async () => {
  await test?.close();
  await source?.dispose();
});

describe('A preview (C13.3, C5.9)', () => {
  it('counts what it would change, and describes only what the caller may see', async () => {
    const client = test.as('ann').with({ prefer: 'tx=rollback' });
    const { status, body } = await client.post<any>('/guests/1/actions?action=rewrite', {});
    expect(status).toBe(200);
    expect(body.data.affected).toMatchObject({ stored: 1, updated: 2, deleted: 1 });
    expect(body.data.changes).toEqual([
      {
        type: 'guests',
        id: '1',
        event: 'updated',
        original: { name: 'ann' },
        changes: { name: 'renamed' },
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/secret|burnt|made up/);
  });
});
