import {
  ActionLog,
  createTable,
  dropTable,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type ColumnType,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { testDialect } from '../../../support/databases.js';
import { OpenPolicy } from '../../../support/open-policy.js';

const isMaria = testDialect === 'mariadb' || testDialect === 'mysql';

@Entity('gauges')
class Gauge {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20, unique: true, nullable: true }) name!: string | null;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  /** The database has a default, which the entity does not declare. */
  @Column('varchar', { length: 20 }) label!: string;
  @Column('int', { default: 1 }) clicks!: number;
  /** The database computes it, which the entity does not declare either. */
  @Column('int') twice!: number;
  @Column('time', { nullable: true, precision: 3 }) opens!: string | null;
  @Column((isMaria ? 'float' : 'real') as ColumnType & 'real', { nullable: true }) ratio!:
    number | null;
  @Column('smallint', { nullable: true }) level!: number | null;
  /** Only four bytes on MariaDB and MySQL. */
  @Column({ type: isMaria ? 'timestamp' : Date, nullable: true, precision: 3 })
  seen!: Date | null;
}

class CreateGauges1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'gauges', (type) => ({
      columns: {
        id:
          testDialect === 'postgres'
            ? 'integer generated always as identity primary key'
            : type.key,
        name: `${type.text(20)} null`,
        password: `${type.text(255)} null`,
        label: `${type.text(20)} default 'plain' not null`,
        clicks: `${type.integer} default 1 not null`,
        twice: `integer generated always as (clicks * 2) stored${isMaria ? '' : ' not null'}`,
        opens: 'time(3) null',
        ratio: isMaria ? 'float null' : 'real null',
        level: isMaria ? 'smallint unsigned null' : 'smallint null',
        seen: isMaria ? 'timestamp(3) null' : `${type.datetime} null`,
      },
      uniques: [['name']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'gauges');
  }
}

@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}
@Resource({ policy: OpenPolicy, profile: true, logged: true })
class GaugeResource extends ResourceOf(Gauge) {
  @Field() name!: string | null;
  @Field() label!: string;
  @Field() clicks!: number;
  @Field() twice!: number;
  @Field() opens!: string | null;
  @Field() ratio!: number | null;
  @Field() level!: number | null;
  @Field() seen!: Date | null;
}

@ResourceModule({
  resources: [LogResource, GaugeResource],
  migrations: [CreateGauges1735700000098],
})
class GaugesModule {}

let started: StartedApp<Gauge>;
let test: TestApplication<Gauge>;
beforeAll(async () => {
  started = await startApp<Gauge>({
    modules: [GaugesModule],
    options: {
      authentication: { user: { entity: Gauge, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  await test.dataSource.query(`insert into gauges (name) values ('ann')`);
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

const gauge = {
  name: null,
  label: 'plain',
  clicks: 1,
  twice: 2,
  opens: null,
  ratio: null,
  level: null,
  seen: null,
};
const store = (body: object) => test.as('ann').post<any>('/gauges', body);
const stored = async (body: object) => (await store(body)).body.data.attributes;

describe('A column of an existing database (C4.2)', () => {
  it('that has a default may be left out, even if nothing is sent', async () => {
    const { status, body } = await store({});
    expect([status, body.data.attributes]).toEqual([201, gauge]);
    const bulk = await test.as('ann').post<any>('/gauges/bulk', [{}, { clicks: 4 }, {}]);
    expect([bulk.status, bulk.body.data.map((each: any) => each.attributes)]).toEqual([
      201,
      [gauge, { ...gauge, clicks: 4, twice: 8 }, gauge],
    ]);
  });

  it('that only the database writes is read-only', async () => {
    const { status, body } = await store({ clicks: 3, twice: 100 });
    expect([status, body.data.attributes]).toEqual([201, { ...gauge, clicks: 3, twice: 6 }]);
    const path = `/gauges/${body.data.id}`;
    const changed = await test.as('ann').patch<any>(path, { clicks: 5, twice: 100 });
    expect([changed.status, changed.body.data.attributes.twice]).toEqual([200, 10]);
    const again = await test.as('ann').put<any>(path, changed.body.data.attributes);
    expect([again.status, again.body.data.attributes]).toEqual([
      200,
      { ...gauge, clicks: 5, twice: 10 },
    ]);
    const schema = (await test.as('ann').get<any>('/_schema/gauges')).body.data;
    const field = schema.fields.find((each: any) => each.name === 'twice');
    expect([field.writable, field.required]).toEqual([false, false]);
  });

  it('that only the database writes is restored with its record, under the same key', async () => {
    const { data } = (await store({ clicks: 7, opens: '09:15:00.25' })).body;
    const path = `/gauges/${data.id}`;
    const rows = () => test.dataSource.query('select * from gauges order by id');
    const before = await rows();
    const undo = async (status = 200) => {
      const [row] = await test.dataSource.manager.find(ActionLog, { order: { id: 'DESC' } });
      const { status: given, body } = await test
        .as('ann')
        .post<any>(`/action_logs/${row!.id}/revert`, {});
      expect([given, body]).toEqual([status, expect.anything()]);
    };
    expect((await test.as('ann').patch(path, { clicks: 8 })).status).toBe(200);
    await undo();
    expect(await rows()).toEqual(before);
    expect((await test.as('ann').delete(path)).status).toBe(204);
    await undo();
    expect(await rows()).toEqual(before);
    expect((await test.as('ann').get<any>(path)).body.data.attributes).toEqual(data.attributes);
  });

  it.each([
    ['00:00', '00:00:00'],
    ['14:30:15', '14:30:15'],
    ['23:59:59.120', '23:59:59.12'],
  ])('for a time of day takes %s', async (opens, expected) => {
    expect((await stored({ opens })).opens).toBe(expected);
    expect((await stored({ opens: expected })).opens).toBe(expected);
  });

  it.each([
    ['opens', '25:99', 'must be a time such as 14:30:00.'],
    ['opens', '24:00', 'must be a time such as 14:30:00.'],
    ['opens', 'noon', 'must be a time such as 14:30:00.'],
    ['opens', '10:00:00.0001', 'must have at most 3 decimal places of a second.'],
    ...(testDialect === 'sqlite'
      ? []
      : ([
          ['ratio', 1e39, 'must be between'],
          ['ratio', -1e39, 'must be between'],
        ] as const)),
    ['level', 70_000, 'must be between'],
    ...(isMaria
      ? ([
          ['level', -1, 'must be between 0 and 65535'],
          ['seen', '1969-07-20T20:17:40Z', 'must be between 1970-01-01T00:00:01.000Z and'],
          ['seen', '2038-01-19T03:14:08Z', 'must be between'],
        ] as const)
      : ([['level', -32_769, 'must be between -32768 and 32767']] as const)),
  ] as const)('refuses %s: %j under its field', async (name, value, message) => {
    for (const [prefix, body, path] of [
      ['', { [name]: value }, '/gauges'],
      ['1.', [{}, { [name]: value }], '/gauges/bulk'],
    ] as const) {
      const response = await test.as('ann').post<any>(path, body);
      expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([
        422,
        [`${prefix}${name}`],
      ]);
      expect(response.body.errors[`${prefix}${name}`].join()).toContain(message);
    }
  });

  it.each([
    ['ratio', 1e-60, testDialect === 'sqlite' ? 1e-60 : 0],
    ['ratio', 0.5, 0.5],
    ['level', isMaria ? 65_535 : 32_767, isMaria ? 65_535 : 32_767],
    ['seen', '2038-01-19T03:14:07.999Z', '2038-01-19T03:14:07.999Z'],
  ])('takes %s: %j', async (name, value, expected) => {
    expect((await stored({ [name]: value }))[name]).toBe(expected);
  });
});
