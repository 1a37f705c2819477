import {
  createTable,
  dropTable,
  everything,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  where,
  type Policy,
  type Scope,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  databaseUnderTest,
  isOfMysqlFamily,
  testDialect,
  type DatabaseUnderTest,
} from '../../../support/databases.js';
import { Network } from '../../../support/network.js';
import type { RecordBody } from './bodies.js';

@Entity('writers')
class Writer {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
}
@Entity('notes')
class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) title!: string;
  @Column('boolean', { default: false }) hidden!: boolean;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
}
/** Like a note, with a log. */
@Entity('sheets')
class Sheet {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) title!: string;
  @Column('boolean', { default: false }) hidden!: boolean;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
}

class CreateNotes1735700000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'writers', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    for (const table of ['notes', 'sheets'])
      await createTable(runner, table, (type) => ({
        columns: {
          id: type.key,
          title: `${type.text(40)} not null`,
          hidden: `${type.boolean} default false not null`,
          updated_at: `${type.datetime} not null`,
        },
      }));
  }
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['sheets', 'notes', 'writers']) await dropTable(runner, table);
  }
}

class WriterPolicy implements Policy<Writer, Writer> {
  scope = (): Scope<Writer> => everything();
}
/** No method looks at the record. */
class NotePolicy implements Policy<Note, Writer> {
  scope = (): Scope<Note> => where<Note>({ hidden: false });
  index = () => true;
  show = () => true;
  store = () => true;
  update = () => true;
}

@Resource({ policy: WriterPolicy })
class WriterResource extends ResourceOf(Writer) {
  @Field() name!: string;
}
@Resource({ policy: NotePolicy, logged: false })
class NoteResource extends ResourceOf(Note) {
  @Field({ rules: ['required'] }) title!: string;
  @Field() hidden!: boolean;
  @Field({ readOnly: true }) updated_at!: Date;
}
@Resource({ policy: NotePolicy, logged: true })
class SheetResource extends ResourceOf(Sheet) {
  @Field({ rules: ['required'] }) title!: string;
  @Field() hidden!: boolean;
  @Field({ readOnly: true }) updated_at!: Date;
}

@ResourceModule({
  resources: [WriterResource, NoteResource, SheetResource],
  migrations: [CreateNotes1735700000041],
})
class NotesModule {}

let source: DatabaseUnderTest;
let network: Network | null;
let test: TestApplication<Writer>;
beforeAll(async () => {
  source = await databaseUnderTest();
  network = testDialect === 'postgres' ? await Network.before(source.url) : null;
  test = await createTestApplication<Writer>({
    modules: [NotesModule],
    options: {
      database: { url: network?.url ?? source.url },
      authentication: { user: { entity: Writer, identifier: 'name', password: 'password' } },
    },
  });
  await test.dataSource.manager.insert(Writer, { name: 'ann', password: 'secret words' });
  // Statements are prepared, and the token is known to be valid.
  for (const table of ['notes', 'sheets'])
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await send('POST', `/${table}`, { title: 'First' });
      await send('PATCH', `/${table}/${body.data.id}`, { title: `Second ${turn}` });
    }
});
afterAll(async () => {
  await test?.close();
  network?.close();
  await source?.dispose();
});

type Method = 'GET' | 'POST' | 'PATCH';

/** Sends a request; `words` are the first words of its statements, after that of the token. */
async function send(method: Method, path: string, body?: object) {
  const before = network?.roundTrips ?? 0;
  const response = await test.as('ann').send<RecordBody>(method, path, body);
  expect(response.status).toBeLessThan(300);
  const [token, ...statements] = response.statements;
  expect(token).toContain('tokens');
  return {
    body: response.body,
    roundTrips: (network?.roundTrips ?? 0) - before,
    words: statements.map((sql) => sql.split(' ', 1)[0]!.toLowerCase().replace('start', 'begin')),
  };
}

/** MariaDB returns neither rows nor keys: the key and the record are read, and the response. */
const inserting = isOfMysqlFamily ? ['insert', 'select', 'select'] : ['insert'];
const responding = isOfMysqlFamily ? ['select'] : [];

describe('the response of a write', () => {
  it.each(['notes', 'sheets'])(
    'is that of a following read, also outside the scope: %s (C4)',
    async (table) => {
      const stored = await send('POST', `/${table}`, { title: 'Read' });
      const path = `/${table}/${stored.body.data.id}`;
      expect((await send('GET', path)).body).toEqual(stored.body);
      const patched = await send('PATCH', path, { title: 'Read again' });
      expect((await send('GET', path)).body).toEqual(patched.body);
      expect(patched.body.data.meta).toEqual(stored.body.data.meta);
      const { body: hidden } = await send('PATCH', path, { hidden: true });
      const { body: neverSeen } = await send('POST', `/${table}`, { title: 'No', hidden: true });
      for (const { data } of [hidden, neverSeen]) {
        expect(data.attributes.hidden).toBe(true);
        expect(data.meta).not.toEqual(stored.body.data.meta);
      }
      expect((await test.as('ann').get(path)).status).toBe(404);
    },
  );
});

describe('a store', () => {
  it.each([
    ['notes', []],
    ['sheets', ['insert', 'insert']],
  ] as const)('of %s sends few statements in few round trips', async (table, logging) => {
    const { words, roundTrips } = await send('POST', `/${table}`, { title: 'One' });
    expect(words).toEqual(['begin', ...inserting, ...logging, ...responding, 'commit']);
    expect(roundTrips).toBe(network ? 3 : 0);
  });
});

describe('a patch', () => {
  it.each([
    ['notes', [], []],
    ['sheets', ['select'], ['insert', 'insert']],
  ] as const)('of %s sends few statements in few round trips', async (table, exact, logging) => {
    const { words, roundTrips } = await send('PATCH', `/${table}/1`, { title: `One more` });
    const writing = [...exact, 'update', ...logging];
    expect(words).toEqual(['select', 'begin', 'select', ...writing, ...responding, 'commit']);
    expect(roundTrips).toBe(network ? 5 : 0);
  });
});
