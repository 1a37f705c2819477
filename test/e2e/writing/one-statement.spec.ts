import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import fc from 'fast-check';
import {
  createTable,
  dropTable,
  Field,
  lte,
  Resource,
  ResourceModule,
  ResourceOf,
  where,
  type Hooks,
  type Policy,
  type ResourceEvent,
  type Scope,
  type WriteRequest,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { WriteRecordsAtOnce } from '../../../src/modules/records/writing/write-records-at-once.js';
import { countFrom } from '../../support/count-from.js';
import {
  databaseUnderTest,
  testDatabase,
  testDialect,
  type DatabaseUnderTest,
} from '../../support/databases.js';
import { freezeClock } from '../../support/freeze-clock.js';
import { Network } from '../../support/network.js';
import { logRows, withPlaces } from './outcomes.js';

@Entity('clerks')
class Clerk {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
}
@Entity('parcels')
class Parcel {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) label!: string;
  @Column('varchar', { length: 9, unique: true, nullable: true }) code!: string | null;
  @Column('int', { default: 1 }) pieces!: number;
  @Column('decimal', { precision: 8, scale: 2, nullable: true }) price!: string | null;
  @Column('boolean') sealed!: boolean;
  @Column({ type: Date, precision: 3, nullable: true }) sent_at!: Date | null;
  @Column('varchar', { length: 20, nullable: true }) pin!: string | null;
  @CreateDateColumn({ precision: 3 }) created_at!: Date;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
}

class CreateParcels1735700000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'clerks', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(runner, 'parcels', (type) => ({
      columns: {
        id: type.key,
        label: `${type.text(40)} not null`,
        code: `${type.text(9)} null`,
        pieces: `${type.integer} default 1 not null`,
        price: 'decimal(8, 2) null',
        sealed: `${type.boolean} not null`,
        sent_at: `${type.datetime} null`,
        pin: `${type.text(20)} null`,
        created_at: `${type.datetime} default ${type.now} not null`,
        updated_at: `${type.datetime} default ${type.now} not null`,
      },
      uniques: [['code']],
    }));
    await createTable(runner, 'visits', (type) => ({
      columns: { id: type.key, label: `${type.text(40)} not null` },
    }));
  }
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['visits', 'parcels', 'clerks']) await dropTable(runner, table);
  }
}

/** What happens while a request runs. */
@Injectable()
class Meanwhile {
  asked = 0;
  /** A concurrent write, which runs once. */
  work: (() => Promise<unknown>) | null = null;
  /** Whether the hook writes too. */
  notes = false;

  async run(): Promise<void> {
    this.asked += 1;
    const { work } = this;
    this.work = null;
    await work?.();
  }
}

/** Parcels of more than 90 pieces are hidden. Only an update looks at the record. */
@Injectable()
class ParcelPolicy implements Policy<Parcel, Clerk> {
  constructor(private readonly meanwhile: Meanwhile) {}

  scope(): Scope<Parcel> {
    return where<Parcel>({ pieces: lte(90) });
  }
  index = () => true;
  store = () => true;
  delete = () => true;
  async update(_clerk: Clerk, parcel: Parcel) {
    const isOpen = !parcel.sealed;
    await this.meanwhile.run();
    return isOpen;
  }
}

@Injectable()
class ParcelHooks implements Hooks<Parcel> {
  constructor(private readonly meanwhile: Meanwhile) {}

  storing(_request: WriteRequest, values: Partial<Parcel>): void {
    if (values.label !== undefined) values.label = values.label.trim();
    values.pin = '1234';
  }
  async updating({ manager }: WriteRequest): Promise<void> {
    if (this.meanwhile.notes) await manager.query(`insert into visits (label) values ('x')`);
  }
}

@Resource({ policy: ParcelPolicy, hooks: ParcelHooks, logged: true })
class ParcelResource extends ResourceOf(Parcel) {
  @Field() label!: string;
  @Field() code!: string | null;
  @Field() pieces!: number;
  @Field() price!: string | null;
  @Field() sealed!: boolean;
  @Field() sent_at!: Date | null;
  @Field({ readOnly: true }) updated_at!: Date;
}

@ResourceModule({
  resources: [ParcelResource],
  migrations: [CreateParcels1735700000041],
  providers: [Meanwhile, ParcelHooks],
})
class ParcelsModule {}

const startApplication = () =>
  createTestApplication<Clerk>({
    modules: [ParcelsModule],
    options: {
      database: { url: network?.url ?? source.url },
      authentication: { user: { entity: Clerk, identifier: 'name', password: 'password' } },
    },
  });

let source: DatabaseUnderTest;
let network: Network | null;
let test: TestApplication<Clerk>;
let meanwhile: Meanwhile;
const events: ResourceEvent[] = [];
beforeAll(async () => {
  source = await databaseUnderTest();
  network = testDatabase === 'postgres' ? await Network.before(source.url) : null;
  test = await startApplication();
  // No other value contains these digits.
  await countFrom(test.dataSource, 'parcels', 700_000);
  await test.dataSource.manager.insert(Clerk, { name: 'ann', password: 'secret words' });
  meanwhile = test.app.get(Meanwhile, { strict: false });
  test.app
    .get(EventEmitter2, { strict: false })
    .on('parcels.*', (event: ResourceEvent) => void events.push(event));
  // The service asks the database about triggers once.
  const { body } = await send('post', '/parcels', parcel('first'));
  await send('delete', `/parcels/${body.data.id}`);
});
afterAll(async () => {
  await test?.close();
  network?.close();
  await source?.dispose();
});
beforeEach(async () => {
  for (const table of ['parcels', 'visits', 'action_logs', 'action_log_snapshots'])
    await test.dataSource.query(`delete from ${table}`);
  events.length = 0;
  meanwhile.asked = 0;
});

type Verb = 'post' | 'put' | 'patch' | 'delete';
interface Body {
  readonly data: { readonly id: string; readonly attributes: Record<string, unknown> };
}

const parcel = (label: string) => ({
  label,
  pieces: 2,
  price: '9.5',
  sealed: false,
  sent_at: '2026-10-01T08:00:00.000Z',
});

const send = (verb: Verb, path: string, body?: object) =>
  test.as('ann').send<Body>(verb.toUpperCase() as Uppercase<Verb>, path, body);

const stored = async (label: string) =>
  (await send('post', '/parcels', parcel(label))).body.data.id;

async function roundTripsOf(verb: Verb, path: string, body?: object): Promise<number> {
  const before = network?.roundTrips ?? 0;
  expect((await send(verb, path, body)).status).toBeLessThan(300);
  return (network?.roundTrips ?? 0) - before;
}

/** Runs the calls with the single statement switched off. */
async function inSteps<Result>(work: () => Promise<Result>): Promise<Result> {
  const spies = [
    jest.spyOn(WriteRecordsAtOnce.prototype, 'store').mockResolvedValue(null),
    jest.spyOn(WriteRecordsAtOnce.prototype, 'update').mockResolvedValue(null),
    jest.spyOn(WriteRecordsAtOnce.prototype, 'delete').mockResolvedValue(false),
  ];
  return work().finally(() => spies.forEach((spy) => spy.mockRestore()));
}

describe('a write of one record', () => {
  it('takes two round trips to PostgreSQL if no policy looks at the record: a store and a delete', async () => {
    expect(await roundTripsOf('post', '/parcels', parcel('one'))).toBe(network ? 2 : 0);
    const id = await stored('two');
    expect(await roundTripsOf('delete', `/parcels/${id}`)).toBe(network ? 2 : 0);
  });

  it('takes three if one does: a patch and an update', async () => {
    const id = await stored('three');
    expect(await roundTripsOf('patch', `/parcels/${id}`, { pieces: 3 })).toBe(network ? 3 : 0);
    expect(await roundTripsOf('put', `/parcels/${id}`, parcel('four'))).toBe(network ? 3 : 0);
  });

  it('calls the policy again if the record has changed since (C4.3)', async () => {
    const id = await stored('five');
    meanwhile.asked = 0;
    meanwhile.notes = true;
    meanwhile.work = () =>
      test.dataSource.query(`update parcels set pieces = 7, sealed = ${sealed}`);
    expect((await send('patch', `/parcels/${id}`, { label: 'lost' })).status).toBe(403);
    meanwhile.notes = false;
    expect(await test.dataSource.query('select label, pieces from parcels')).toEqual([
      { label: 'five', pieces: 7 },
    ]);
    expect(await test.dataSource.query('select * from visits')).toEqual([]);
    expect(meanwhile.asked).toBe(2);
  });

  it('keeps what another request has written since', async () => {
    const id = await stored('six');
    meanwhile.notes = true;
    meanwhile.work = () => test.dataSource.query(`update parcels set pieces = 7`);
    const { status, body } = await send('patch', `/parcels/${id}`, { label: 'seven' });
    meanwhile.notes = false;
    expect(status).toBe(200);
    expect(body.data.attributes).toMatchObject({ label: 'seven', pieces: 7 });
    expect(await test.dataSource.query('select label from visits')).toEqual([{ label: 'x' }]);
  });

  it('reads the row again if the table has triggers', async () => {
    if (network) await test.dataSource.query(TRIGGER);
    const other = await startApplication();
    const { body } = await other.as('ann').post<Body>('/parcels', parcel('eight'));
    await other.close();
    if (network) await test.dataSource.query('drop trigger reprice on parcels');
    expect(body.data.attributes.price).toBe(network ? '1.00' : '9.50');
  });
});

describe('any sequence of writes', () => {
  freezeClock();

  const labels = fc.constantFrom('a', ' b ', 'c', 'd', 'x'.repeat(41));
  const values = fc.record(
    {
      label: labels,
      code: fc.constantFrom('a', 'b', null),
      pieces: fc.constantFrom(1, 2, 90, 91, 'many'),
      price: fc.constantFrom('1', '1.25', null, '123456.89', '1234567.89'),
      sealed: fc.constantFrom(false, false, true),
      sent_at: fc.constantFrom('2026-10-01T08:00:00.123Z', '2026-10-02T00:00:00Z', null, 'soon'),
    },
    { requiredKeys: ['label', 'sealed'] },
  );
  const calls = fc.array(
    fc.record({
      verb: fc.constantFrom('post', 'post', 'put', 'patch', 'patch', 'delete'),
      place: fc.nat({ max: 3 }),
      values,
    }),
    { minLength: 3, maxLength: 12 },
  );

  it('has the same responses, rows, log and events as step by step (C4, C8)', async () => {
    let fewer = 0;
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        const one = await run(sequence);
        const other = await inSteps(() => run(sequence));
        expect(one.outcome).toEqual(other.outcome);
        if (one.statements < other.statements) fewer += 1;
      }),
      { numRuns: 60 },
    );
    if (testDatabase === 'postgres') expect(fewer).toBeGreaterThan(20);
    else expect(fewer).toBe(0);
  });

  async function run(sequence: readonly { verb: Verb; place: number; values: object }[]) {
    for (const table of ['parcels', 'action_logs', 'action_log_snapshots'])
      await test.dataSource.query(`delete from ${table}`);
    events.length = 0;
    const ids: string[] = [];
    const responses: unknown[] = [];
    let statements = 0;
    for (const { verb, place, values: body } of sequence) {
      const path = verb === 'post' ? '/parcels' : `/parcels/${ids[place % ids.length] ?? '0'}`;
      const response = await send(verb, path, verb === 'delete' ? undefined : body);
      if (response.status === 201) ids.push(response.body.data.id);
      responses.push([response.status, { ...response.body, request_id: '' }]);
      statements += response.statements.length;
    }
    const rows = await test.dataSource.query<object[]>('select * from parcels order by id');
    const logs = await logRows(test.dataSource);
    const emitted = events.map(({ name, key, record }) => [name, key, { ...record }]);
    const outcome = JSON.stringify([responses, rows, logs, emitted]);
    return { outcome: withPlaces(outcome, ids), statements };
  }
});

/** Changes the row after it is stored. */
const TRIGGER = `create function reprice() returns trigger language plpgsql as $$
  begin update parcels set price = 1 where id = new.id; return null; end $$;
  create trigger reprice after insert on parcels for each row execute function reprice()`;

const sealed = testDialect === 'sqlite' ? '1' : 'true';
