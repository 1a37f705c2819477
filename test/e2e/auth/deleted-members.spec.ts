import { createTable, dropTable, Field, Resource, ResourceModule, ResourceOf } from 'resource-api';
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

/** A user who is only marked when the record is deleted. */
@Entity('members')
class Member {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
  @Column({ type: Date, precision: 3, nullable: true }) barred_at!: Date | null;
  @DeleteDateColumn({ type: Date, precision: 3 }) deleted_at!: Date | null;
}

class CreateMembers1735700000099 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'members', (type) => ({
      columns: {
        id: 'integer primary key not null',
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
        barred_at: `${type.datetime} null`,
        deleted_at: `${type.datetime} null`,
      },
      uniques: [['name']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'members');
  }
}

@Resource({ policy: OpenPolicy, profile: true })
class MemberResource extends ResourceOf(Member) {
  @Field() name!: string;
  @Field() barred_at!: Date | null;
}

@ResourceModule({ resources: [MemberResource], migrations: [CreateMembers1735700000099] })
class MembersModule {}

const NOW = '2026-11-01T12:00:00.000Z';

let source: DatabaseUnderTest;
let test: TestApplication<Member>;
beforeAll(async () => {
  source = await databaseUnderTest();
  test = await createTestApplication<Member>({
    modules: [MembersModule],
    options: {
      database: { url: source.url },
      authentication: {
        user: {
          entity: Member,
          identifier: 'name',
          password: 'password',
          suspendedAt: 'barred_at',
        },
      },
    },
  });
  for (const [id, name] of ['ann', 'bob', 'cleo'].entries())
    await test.dataSource.manager.insert(Member, { id, name, password: 'secret words' });
});
afterAll(async () => {
  await test?.close();
  await source?.dispose();
});

/** Reverts by SQL what a request has written, which leaves tokens alone. */
const restore = (id: number) =>
  test.dataSource.query(`update members set deleted_at = null, barred_at = null where id = ${id}`);

describe('The tokens of a member', () => {
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (await test.anonymous.with(headers).get('/profile')).status;

  it.each([
    ['deleted, only to be marked', 1, () => test.as('ann').delete('/members/1')],
    ['suspended by an update', 2, () => test.as('ann').patch('/members/2', { barred_at: NOW })],
  ])('end for good when the record is %s (C2.4)', async (_how, id, write) => {
    const headers = await test.headersOf(id === 1 ? 'bob' : 'cleo');
    expect(await statusOf(headers)).toBe(200);
    expect((await write()).status).toBeLessThan(300);
    await restore(id);
    expect(await statusOf(headers)).toBe(401);
    expect((await test.as('ann').get('/profile')).status).toBe(200);
  });
});
