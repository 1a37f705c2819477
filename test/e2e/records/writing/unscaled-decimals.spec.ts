import {
  createTable,
  dropTable,
  Field,
  Records,
  Resource,
  ResourceModule,
  ResourceOf,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { isOfMysqlFamily, testDialect } from '../../../support/databases.js';
import { OpenPolicy } from '../../../support/open-policy.js';

/** Decimals without a precision in the entity: the database has one of `price` only. */
@Entity('readings')
class Reading {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, nullable: true }) name!: string | null;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  @Column('decimal', { nullable: true }) amount!: string | null;
  @Column('decimal', { nullable: true }) price!: string | null;
  @Column('decimal', { nullable: true, precision: 30, scale: 3 }) wide!: string | null;
}

class CreateReadings1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const isPostgres = testDialect === 'postgres';
    if (isPostgres) await queryRunner.query('create domain money_2 as numeric(8, 2)');
    await createTable(queryRunner, 'readings', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} null`,
        password: `${type.text(255)} null`,
        amount: `${isPostgres ? 'numeric' : 'decimal'} null`,
        price: `${isPostgres ? 'money_2' : 'decimal(8, 2)'} null`,
        wide: 'decimal(30, 3) null',
      },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'readings');
  }
}

@Resource({ policy: OpenPolicy, profile: true })
class ReadingResource extends ResourceOf(Reading) {
  @Field() name!: string | null;
  @Field({ sortable: true, matchable: true }) amount!: string | null;
  @Field() price!: string | null;
  @Field() wide!: string | null;
}
@ResourceModule({ resources: [ReadingResource], migrations: [CreateReadings1735700000098] })
class ReadingsModule {}

let started: StartedApp<Reading>;
let test: TestApplication<Reading>;
beforeAll(async () => {
  started = await startApp<Reading>({
    modules: [ReadingsModule],
    options: {
      authentication: { user: { entity: Reading, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  await test.dataSource.manager.query(`insert into readings (name) values ('user')`);
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

const reader = { id: 1 } as never;
const store = (values: object) => test.as('user').post<any>('/readings', values);
/** What the engine keeps of a decimal without a precision: MariaDB and MySQL have no places. */
const isWhole = isOfMysqlFamily;
const isSqlite = testDialect === 'sqlite';

describe('A decimal without a precision (C1.6)', () => {
  it.each([
    ['19.99', '19.99'],
    ['-0.0000001', '-0.0000001'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    ['12.50', '12.5'],
    ['007', '7'],
    [12, '12'],
    ['123456789', '123456789'],
  ])('has the places of its value: %j', async (amount, kept) => {
    const { status, body } = await store({ amount });
    const isRefused = isWhole && kept.includes('.');
    expect([status, body.data?.attributes.amount]).toEqual(
      isRefused ? [422, undefined] : [201, kept],
    );
    if (!isRefused) {
      const path = `/readings/${body.data.id}`;
      expect((await test.as('user').get<any>(path)).body.data.attributes.amount).toBe(kept);
      const found = await test.as('user').get<any>(`/readings?amount=${kept}`);
      expect(found.body.data.map(({ id }: any) => id)).toContain(body.data.id);
    }
  });

  it('has those that the database keeps, where it keeps some', async () => {
    const { status, body } = await store({ price: '0.9' });
    // SQLite keeps what it is given.
    expect([status, body.data.attributes.price]).toEqual([201, isSqlite ? '0.9' : '0.90']);
    if (isSqlite) return;
    expect(await store({ price: '0.901' })).toMatchObject({
      status: 422,
      body: { errors: { price: ['The price field must have at most 2 decimal places.'] } },
    });
    expect(await store({ price: '1234567' })).toMatchObject({
      status: 422,
      body: { errors: { price: ['The price field must have at most 6 digits before the point.'] } },
    });
  });

  it('is never rounded: more digits than SQLite keeps are refused', async () => {
    const { status, body } = await store({ wide: '1234567890123456.789' });
    if (isSqlite)
      expect([status, body.errors]).toEqual([
        422,
        { wide: ['The wide field must have at most 15 digits.'] },
      ]);
    else expect([status, body.data.attributes.wide]).toEqual([201, '1234567890123456.789']);
    expect(await store({ wide: '100000000000000000000.000' })).toMatchObject({ status: 201 });
  });

  it('is added as the database writes it', async () => {
    const readings = test.app.get(Records, { strict: false }).of(ReadingResource).for(reader);
    const values = isWhole ? ['3', '5'] : ['0.1', '0.2', '12.375'];
    await test.dataSource.manager.query('update readings set amount = null');
    for (const amount of values) await store({ amount });
    expect(await readings.sum('amount')).toBe(isWhole ? '8' : '12.675');
    expect(await readings.average('amount')).toBe(isWhole ? 4 : 12.675 / 3);
  });
});
