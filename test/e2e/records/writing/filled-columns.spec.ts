import { createTable, dropTable, Field, Resource, ResourceModule, ResourceOf } from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  ChildEntity,
  Column,
  Entity,
  PrimaryGeneratedColumn,
  TableInheritance,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { testDialect } from '../../../support/databases.js';
import { OpenPolicy } from '../../../support/open-policy.js';

@Entity('staff')
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
class Staff {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
}
@ChildEntity()
class Driver extends Staff {
  @Column('varchar', { length: 20 }) licence!: string;
}
/** A trigger sets a column that the resource does not write, and one that the entity does not have. */
@Entity('visits')
class Visit {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) place!: string;
  @Column('varchar', { length: 40 }) folded!: string;
}

const isPostgres = testDialect === 'postgres';

class CreateVisits1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'staff', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} null`,
        licence: `${type.text(20)} null`,
        kind: `${type.text(20)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'visits', (type) => ({
      columns: {
        id: type.key,
        place: `${type.text(40)} not null`,
        folded: `${type.text(40)} not null`,
        digest: `${type.text(40)} not null`,
      },
    }));
    if (testDialect === 'sqlite') return;
    if (isPostgres)
      await queryRunner.query(
        `create function fill_visit() returns trigger language plpgsql as 'begin new.folded := lower(new.place); new.digest := md5(new.place); return new; end'`,
      );
    await queryRunner.query(
      `create trigger fill before insert on visits for each row ${isPostgres ? 'execute function fill_visit()' : 'set new.folded = lower(new.place), new.digest = md5(new.place)'}`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['visits', 'staff']) await dropTable(queryRunner, table);
  }
}

@Resource({ policy: OpenPolicy, profile: true })
class StaffResource extends ResourceOf(Staff) {
  @Field() name!: string;
}
@Resource({ policy: OpenPolicy })
class VisitResource extends ResourceOf(Visit) {
  @Field() place!: string;
  @Field({ readOnly: true }) folded!: string;
}
@ResourceModule({
  resources: [StaffResource, VisitResource],
  migrations: [CreateVisits1735700000098],
  entities: [Driver],
})
class VisitsModule {}

let started: StartedApp<Staff>;
let test: TestApplication<Staff>;
beforeAll(async () => {
  started = await startApp<Staff>({
    modules: [VisitsModule],
    options: {
      authentication: { user: { entity: Staff, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  await test.dataSource.query(`insert into staff (name, kind) values ('ann', 'Staff')`);
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

describe('A column that the service or the database fills (C4.2)', () => {
  it('is the kind of a record, in a table that child entities share', async () => {
    const { status, body } = await test.as('ann').post<any>('/staffs', { name: 'bea' });
    expect([status, body.data?.attributes]).toEqual([201, { name: 'bea' }]);
    const [row] = await test.dataSource.query(`select kind from staff where name = 'bea'`);
    expect(row.kind).toBe('Staff');
  });

  it('is one that a trigger sets; without a trigger it is required', async () => {
    const { status, body } = await test.as('ann').post<any>('/visits', { place: 'Rome' });
    if (testDialect === 'sqlite')
      expect([status, body.errors]).toEqual([422, { folded: ['The folded field is required.'] }]);
    else expect([status, body.data.attributes]).toEqual([201, { place: 'Rome', folded: 'rome' }]);
    const empty = await test.as('ann').post<any>('/visits', {});
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([
      422,
      testDialect === 'sqlite' ? ['place', 'folded'] : ['place'],
    ]);
  });
});
