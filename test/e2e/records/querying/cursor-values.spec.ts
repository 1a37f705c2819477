import { createTable, dropTable, Field, Resource, ResourceModule, ResourceOf } from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import { Column, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { testDialect } from '../../../support/databases.js';
import { OpenPolicy } from '../../../support/open-policy.js';

@Entity('moments')
class Moment {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 20, nullable: true }) name!: string | null;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  @Column({ type: Date, nullable: true, precision: 6 }) instant!: Date | null;
  @Column('date', { nullable: true }) day!: string | null;
  @Column('time', { nullable: true, precision: 6 }) clock!: string | null;
  @Column('decimal', { nullable: true, precision: 20, scale: 4 }) amount!: string | null;
  @Column('double precision', { nullable: true }) ratio!: number | null;
  @Column('boolean', { nullable: true }) flag!: boolean | null;
  @Column('bigint', { nullable: true }) big!: string | null;
  @Column('uuid', { nullable: true }) mark!: string | null;
}

class CreateMoments1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const precise = { sqlite: 'datetime', postgres: 'timestamp(6)' } as Record<string, string>;
    await createTable(queryRunner, 'moments', (type) => ({
      columns: {
        id: 'integer primary key not null',
        name: `${type.text(20)} null`,
        password: `${type.text(255)} null`,
        instant: `${precise[testDialect] ?? 'datetime(6)'} null`,
        day: 'date null',
        clock: 'time(6) null',
        amount: 'decimal(20, 4) null',
        ratio: 'double precision null',
        flag: `${type.boolean} null`,
        big: 'bigint null',
        mark: `${type.uuid} null`,
      },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'moments');
  }
}

const sortable = { sortable: true } as const;
@Resource({ policy: OpenPolicy, profile: true })
class MomentResource extends ResourceOf(Moment) {
  @Field(sortable) name!: string | null;
  @Field(sortable) instant!: Date | null;
  @Field(sortable) day!: string | null;
  @Field(sortable) clock!: string | null;
  @Field(sortable) amount!: string | null;
  @Field(sortable) ratio!: number | null;
  @Field(sortable) flag!: boolean | null;
  @Field(sortable) big!: string | null;
  @Field(sortable) mark!: string | null;
}
@ResourceModule({ resources: [MomentResource], migrations: [CreateMoments1735700000098] })
class MomentsModule {}

const isPostgres = testDialect === 'postgres';
/** Values of each column that every engine keeps, and those that only PostgreSQL does. */
const samples: Readonly<Record<string, readonly string[]>> = {
  name: ["''", "'a'", "'a '", "'Ä'", "'\u{1F600}'", "'100%'"],
  instant: [
    ...["'1969-12-31 23:59:59.999'", "'2024-02-29 12:00:00.123456'", "'9999-12-31 23:59:59'"],
    ...(isPostgres
      ? ["'infinity'", "'-infinity'", "'0044-03-15 12:00:00 BC'", "'10000-02-29 00:00:00.5'"]
      : []),
  ],
  day: [
    ...["'1969-12-31'", "'2024-02-29'", "'9999-12-31'"],
    ...(isPostgres ? ["'infinity'", "'-infinity'", "'0005-02-29 BC'", "'12345-06-07'"] : []),
  ],
  clock: ["'00:00:00'", "'14:30:00.5'", "'14:30:00.000001'", "'23:59:59.999999'"],
  amount: ["'0'", "'-0.0001'", "'1234567890123456.7891'"],
  ratio: ['0.1', '-1e300', '1e-300', '12345678.9'],
  flag: isPostgres ? ['true', 'false'] : ['1', '0'],
  big: ['0', '9223372036854775807', '-9223372036854775808'],
  mark: ["'0a1b2c3d-0000-4000-8000-00000000abcd'", "'ffffffff-ffff-4fff-bfff-ffffffffffff'"],
};

let started: StartedApp<Moment>;
let test: TestApplication<Moment>;
beforeAll(async () => {
  started = await startApp<Moment>({
    modules: [MomentsModule],
    options: {
      authentication: { user: { entity: Moment, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  const { manager } = test.dataSource;
  let id = 1;
  await manager.query(`insert into moments (id, name) values (${id}, 'user')`);
  for (const [column, values] of Object.entries(samples))
    for (const value of [...values, ...values.slice(0, 1)])
      await manager.query(`insert into moments (id, ${column}) values (${++id}, ${value})`);
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

const get = async (path: string) => (await test.as('user').get<any>(path)).body;

describe('A cursor (C3.1)', () => {
  it.each(Object.keys(samples).flatMap((column) => [column, `-${column}`]))(
    'goes on after every value that the sort %s comes to',
    async (sort) => {
      const whole = await get(`/moments?sort=${sort}&perPage=100`);
      const walked: string[] = [];
      let path: string | null = `/moments?sort=${sort}&perPage=1&cursor=`;
      while (path !== null) {
        const page: any = await get(path);
        expect([path, page.errors]).toEqual([path, undefined]);
        walked.push(...page.data.map(({ id }: any) => id));
        path = page.links.next?.replace('/api', '') ?? null;
      }
      expect(walked).toEqual(whole.data.map(({ id }: any) => id));
    },
  );
});
