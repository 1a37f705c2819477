import { createTable, dropTable, Field, Resource, ResourceModule, ResourceOf } from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  Generated,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { OpenPolicy } from '../../../support/open-policy.js';

@Entity('parcels')
class Parcel {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('varchar', { length: 20, unique: true }) name!: string;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  @Generated('uuid') @Column('uuid') code!: string;
  @Generated('uuid') @Column('uuid') mark!: string;
}

class CreateParcels1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'parcels', (type) => ({
      columns: {
        id: `${type.uuid} primary key not null`,
        name: `${type.text(20)} not null`,
        password: `${type.text(255)} null`,
        code: `${type.uuid} not null`,
        mark: `${type.uuid} not null`,
      },
      uniques: [['name']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'parcels');
  }
}

@Resource({ policy: OpenPolicy, profile: true })
class ParcelResource extends ResourceOf(Parcel, { fields: ['name', 'code'] }) {
  @Field() mark!: string;
}
@ResourceModule({ resources: [ParcelResource], migrations: [CreateParcels1735700000098] })
class ParcelsModule {}

let started: StartedApp<Parcel>;
let test: TestApplication<Parcel>;
const SENT = '0b9e4f0e-8f6e-4c7f-9d51-3a5d7c1c2f10';
beforeAll(async () => {
  started = await startApp<Parcel>({
    modules: [ParcelsModule],
    options: {
      authentication: { user: { entity: Parcel, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  await test.dataSource.query(
    `insert into parcels (id, name, code, mark) values ('${SENT.replace('0b', '1b')}', 'ann', '${SENT}', '${SENT}')`,
  );
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

const refused = (name: string) => ({
  message: 'The given data was invalid.',
  code: 'validation_failed',
  errors: { [name]: [`The ${name} field is generated. Leave it out.`] },
});
const ann = () => test.as('ann');

describe('A UUID that the service generates (C4.2)', () => {
  it.each(['id', 'code'])('is refused in the body of a store: %s', async (name) => {
    const { status, body } = await ann().post('/parcels', { name: 'a', [name]: SENT });
    expect([status, body]).toEqual([422, refused(name)]);
    const bulk = await ann().post<any>('/parcels/bulk', [
      { name: 'a' },
      { name: 'b', [name]: SENT },
    ]);
    expect([bulk.status, Object.keys(bulk.body.errors)]).toEqual([422, [`1.${name}`]]);
  });

  it('may be null, and comes back with a whole record on PUT', async () => {
    const { status, body } = await ann().post<any>('/parcels', { name: 'c', id: null, code: null });
    expect(status).toBe(201);
    const { id, attributes } = body.data;
    const put = await ann().put<any>(`/parcels/${id}`, { ...attributes, id, name: 'd' });
    expect([put.status, put.body.data.attributes]).toEqual([200, { ...attributes, name: 'd' }]);
  });

  it('is stored as sent if the definition lets callers write it', async () => {
    const { status, body } = await ann().post<any>('/parcels', { name: 'e', mark: SENT });
    expect([status, body.data.attributes.mark]).toEqual([201, SENT]);
  });
});
