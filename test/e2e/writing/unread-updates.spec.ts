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
  type Policy,
  type ResourceEvent,
  type Scope,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { WriteRecords } from '../../../src/modules/records/writing/write-records.js';
import { countFrom } from '../../support/count-from.js';
import {
  databaseUnderTest,
  testDatabase,
  type DatabaseUnderTest,
} from '../../support/databases.js';
import { form } from '../../support/forms.js';
import { freezeClock } from '../../support/freeze-clock.js';
import { Network } from '../../support/network.js';
import { logRows, withPlaces } from './outcomes.js';

@Entity('stewards')
class Steward {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
}
@Entity('crates')
class Crate {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) label!: string;
  @Column('varchar', { length: 9, unique: true, nullable: true }) code!: string | null;
  @Column('int') pieces!: number;
  @Column('boolean') sealed!: boolean;
  @Column('date', { nullable: true }) due!: string | null;
  @Column('decimal', { precision: 8, scale: 2, nullable: true }) price!: string | null;
  @Column('text', { nullable: true }) note!: string | null;
  @Column('varchar', { length: 9, nullable: true }) pin!: string | null;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
}

class CreateCrates1735700000052 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'stewards', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(runner, 'crates', (type) => ({
      columns: {
        id: type.key,
        label: `${type.text(40)} not null`,
        code: `${type.text(9)} null`,
        pieces: `${type.integer} not null`,
        sealed: `${type.boolean} not null`,
        due: 'date null',
        price: 'decimal(8, 2) null',
        note: `${type.longText} null`,
        pin: `${type.text(9)} null`,
        updated_at: `${type.datetime} default ${type.now} not null`,
      },
      uniques: [['code']],
    }));
  }
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['crates', 'stewards']) await dropTable(runner, table);
  }
}

/** Crates of more than 90 pieces are hidden. No method looks at a record. */
class CratePolicy implements Policy<Crate, Steward> {
  scope(): Scope<Crate> {
    return where<Crate>({ pieces: lte(90) });
  }
  index = () => true;
  store = () => true;
  update = ({ name }: Steward) => name === 'ann';
}

@Resource({ policy: CratePolicy, logged: true })
class CrateResource extends ResourceOf(Crate) {
  @Field({ rules: ['required', 'max:40'] }) label!: string;
  @Field({ rules: ['unique'] }) code!: string | null;
  @Field() pieces!: number;
  @Field() sealed!: boolean;
  @Field() due!: string | null;
  @Field() price!: string | null;
  @Field() note!: string | null;
  @Field({ writeOnly: true }) pin!: string | null;
  @Field({ readOnly: true }) updated_at!: Date;
}

@ResourceModule({ resources: [CrateResource], migrations: [CreateCrates1735700000052] })
class CratesModule {}

let source: DatabaseUnderTest;
let network: Network | null;
let test: TestApplication<Steward>;
const events: ResourceEvent[] = [];
beforeAll(async () => {
  source = await databaseUnderTest();
  network = testDatabase === 'postgres' ? await Network.before(source.url) : null;
  test = await createTestApplication<Steward>({
    modules: [CratesModule],
    options: {
      database: { url: network?.url ?? source.url },
      authentication: { user: { entity: Steward, identifier: 'name', password: 'password' } },
      limits: { responseBytes: 20_000 },
    },
  });
  // No other value contains these digits.
  await countFrom(test.dataSource, 'crates', 700_000);
  for (const name of ['ann', 'bob'])
    await test.dataSource.manager.insert(Steward, { name, password: 'secret words' });
  test.app
    .get(EventEmitter2, { strict: false })
    .on('crates.*', (event: ResourceEvent) => void events.push(event));
  // The service asks the database about triggers once.
  await patch(await stored('first'), { label: 'again' });
});
afterAll(async () => {
  await test?.close();
  network?.close();
  await source?.dispose();
});
beforeEach(async () => {
  for (const table of ['crates', 'action_logs', 'action_log_snapshots'])
    await test.dataSource.query(`delete from ${table}`);
  events.length = 0;
});

interface Body {
  readonly data: { readonly id: string; readonly attributes: Record<string, unknown> };
  readonly code?: string;
}

const crate = (label: string, more: object = {}) => ({ label, pieces: 2, sealed: false, ...more });
const stored = async (label: string, more?: object) =>
  (await test.as('ann').post<Body>('/crates', crate(label, more))).body.data.id;
const patch = (id: string, body: object, as: 'ann' | 'bob' = 'ann') =>
  test.as(as).send<Body>('PATCH', `/crates/${id}`, body);

async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const before = network?.roundTrips ?? 0;
  await work();
  return (network?.roundTrips ?? 0) - before;
}

const columnsOf = async (id: string) =>
  (await test.dataSource.manager.findOneByOrFail(Crate, { id: Number(id) })) as unknown as Record<
    string,
    unknown
  >;

describe('a patch whose policy does not look at the record', () => {
  it('takes two round trips to PostgreSQL, with the token', async () => {
    const id = await stored('one');
    const trips = await roundTripsOf(() => patch(id, { label: 'two', due: '2026-10-01' }));
    expect(trips).toBe(network ? 2 : 0);
    expect(await columnsOf(id)).toMatchObject({ label: 'two', due: '2026-10-01' });
  });

  it('responds with the whole record, logs and announces what has changed (C8.1)', async () => {
    const id = await stored('one', { note: 'kept', pin: '1234' });
    events.length = 0;
    const { body } = await patch(id, { label: 'one', note: 'new', pin: '9999', sealed: true });
    expect(body.data.attributes).toMatchObject({ label: 'one', note: 'new', sealed: true });
    expect(body.data.attributes).not.toHaveProperty('pin');
    expect(events.map(({ name, key }) => [name, key])).toEqual([['updated', id]]);
    const [row] = await test.dataSource.query<[{ original: string; changes: string }]>(
      `select original, changes from action_logs where name = 'Updated'`,
    );
    expect([row.original, row.changes].map(asJson)).toEqual([
      { note: 'kept', sealed: false, pin: '***' },
      { note: 'new', sealed: true, pin: '***' },
    ]);
  });

  it('changes nothing and logs nothing if the values are those of the record', async () => {
    const id = await stored('one');
    const before = await columnsOf(id);
    events.length = 0;
    expect((await patch(id, { label: 'one', pieces: 2 })).status).toBe(200);
    expect(await columnsOf(id)).toEqual(before);
    expect(events).toEqual([]);
    expect(await test.dataSource.query(`select 1 from action_logs where name = 'Updated'`)).toEqual(
      [],
    );
  });

  it.each([
    ['a record that does not exist', '9000000', {}, 404],
    ['a record outside the scope', 'hidden', {}, 404],
    ['a wrong body', 'shown', { label: '' }, 422],
    ['a value that another record has', 'shown', { code: 'taken' }, 422],
  ])('responds to %s like any other update (C4.3)', async (_name, which, body, status) => {
    await stored('other', { code: 'taken' });
    const hidden = await stored('hidden', { pieces: 91 });
    const id = which === 'hidden' ? hidden : which === 'shown' ? await stored('one') : which;
    expect((await patch(id, body)).status).toBe(status);
    // The record decides first: a caller that may not know it learns nothing about the body.
    expect((await patch(hidden, { label: '' })).status).toBe(404);
  });

  it('responds 404 before 403 (C4.3)', async () => {
    expect((await patch('9000000', { label: 'x' }, 'bob')).status).toBe(404);
    expect((await patch(await stored('one'), { label: 'x' }, 'bob')).status).toBe(403);
  });

  it('rejects a response that would be too large, and keeps the record (C12)', async () => {
    const id = await stored('one');
    await test.dataSource.query(`update crates set note = '${'x'.repeat(30_000)}'`);
    expect((await patch(id, { label: 'two' })).status).toBe(400);
    expect(await columnsOf(id)).toMatchObject({ label: 'one' });
  });

  it('does not read a form for a record that does not exist (C4.3)', async () => {
    const { headers } = form();
    const client = test.as('ann').with(headers);
    const id = await stored('one');
    expect((await client.send('POST', `/crates/${id}`, 'no form')).status).toBe(400);
    expect((await client.send('POST', '/crates/9000000', 'no form')).status).toBe(404);
  });

  it('keeps the changes of all concurrent patches, each logged with what it has changed', async () => {
    const id = await stored('one', { pieces: 0 });
    const labels = Array.from({ length: 8 }, (_, at) => `label ${at}`);
    await Promise.all(
      labels.map((label, at) => patch(id, at % 2 ? { label } : { note: label, pieces: at + 1 })),
    );
    const rows = await test.dataSource.query<{ original: string; changes: string }[]>(
      `select original, changes from action_logs where name = 'Updated' order by id`,
    );
    const seen: Record<string, unknown> = { label: 'one', pieces: 0, note: null };
    for (const { original, changes } of rows) {
      const [was, is] = [asJson(original), asJson(changes)];
      for (const name of Object.keys(was)) expect([name, was[name]]).toEqual([name, seen[name]]);
      Object.assign(seen, is);
    }
    expect(await columnsOf(id)).toMatchObject(seen);
  });
});

describe('any sequence of patches', () => {
  freezeClock();

  const plain = {
    label: fc.constantFrom('a', 'A', 'b"\\\u0001'),
    code: fc.constantFrom('a', 'b', null),
    pieces: fc.constantFrom(1, 2, 90, 91),
    sealed: fc.boolean(),
    due: fc.constantFrom('2026-10-01', null),
    note: fc.constantFrom('', 'ü', 'line\nline', null),
    pin: fc.constantFrom('1', '2', null),
  };
  /** Values that must be read before, or that are wrong. */
  const others = {
    label: fc.constant('x'.repeat(41)),
    pieces: fc.constant('many'),
    due: fc.constant('soon'),
    price: fc.constantFrom('1', '1.25', null),
  };
  const values = fc.oneof(
    { weight: 3, arbitrary: fc.record(plain, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.record({ ...plain, ...others }, { requiredKeys: [] }) },
  );
  const sequences = fc.array(fc.record({ place: fc.nat({ max: 3 }), values }), {
    minLength: 2,
    maxLength: 8,
  });

  it('has the same responses, rows, log and events as if the record is read (C4, C8)', async () => {
    let unread = 0;
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        const updateUnread = jest.spyOn(WriteRecords.prototype, 'updateUnread');
        const one = await run(sequence);
        for (const { value } of updateUnread.mock.results) if (await value) unread += 1;
        updateUnread.mockResolvedValue(null);
        const other = await run(sequence).finally(() => updateUnread.mockRestore());
        expect(one).toEqual(other);
      }),
      { numRuns: 30 },
    );
    if (testDatabase === 'postgres') expect(unread).toBeGreaterThan(20);
    else expect(unread).toBe(0);
  });

  async function run(sequence: readonly { place: number; values: object }[]) {
    for (const table of ['crates', 'action_logs', 'action_log_snapshots'])
      await test.dataSource.query(`delete from ${table}`);
    const ids = [await stored('a', { code: 'c' }), await stored('b'), await stored('c')];
    events.length = 0;
    const responses: unknown[] = [];
    for (const { place, values: body } of sequence) {
      const response = await patch(ids[place] ?? '0', body);
      responses.push([response.status, { ...response.body, request_id: '' }]);
    }
    const rows = await test.dataSource.query<object[]>('select * from crates order by id');
    const logs = await logRows(test.dataSource);
    const emitted = events.map(({ name, key, record }) => [name, key, { ...record }]);
    const outcome = JSON.stringify([responses, rows, logs, emitted]);
    return withPlaces(outcome, ids);
  }
});

const asJson = (value: unknown): Record<string, unknown> =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Record<string, unknown>;
