import {
  createTable,
  DATABASE,
  dropTable,
  everything,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  where,
  type Database,
  type Hooks,
  type Policy,
  type Scope,
  type WriteRequest,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CountedDatabase } from '../../../support/counted-database.js';
import { isOfMysqlFamily, testDialect } from '../../../support/databases.js';
import { transactionOf } from '../../../support/transaction-words.js';
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
class Sheet extends Note {}
/** Like a note, with a hook. */
@Entity('drafts')
class Draft extends Note {}

const tables = ['notes', 'sheets', 'drafts'] as const;

/** MariaDB and MySQL compare strings without case by default. */
const ignoringCase = testDialect === 'sqlite' ? ' collate nocase' : '';

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
    for (const table of tables)
      await createTable(runner, table, (type) => ({
        columns: {
          id: type.key,
          title: `${type.text(40)} not null${ignoringCase}`,
          hidden: `${type.boolean} default false not null`,
          updated_at: `${type.datetime} not null`,
        },
      }));
  }
  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables, 'writers']) await dropTable(runner, table);
  }
}

class WriterPolicy implements Policy<Writer, Writer> {
  scope = (): Scope<Writer> => everything();
}
/** What another request does after the guard has read a record. */
let meanwhile: (() => Promise<unknown>) | null = null;

/** No method looks at the record. */
class NotePolicy implements Policy<Note, Writer> {
  scope = (): Scope<Note> => where<Note>({ hidden: false });
  index = () => true;
  show = () => true;
  store = () => true;
  delete = () => true;
  async update(): Promise<boolean> {
    const other = meanwhile;
    meanwhile = null;
    await other?.();
    return true;
  }
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

/** The titles that drafts had in each call of the hook `updating`. */
const updatedDrafts: string[] = [];

/** They do not use `request.manager`. */
class DraftHooks implements Hooks<Draft> {
  storing(_request: WriteRequest, values: Partial<Draft>): void {
    values.title = values.title!.trim();
  }
  updating(_request: WriteRequest, values: Partial<Draft>, draft: Draft): void {
    updatedDrafts.push(draft.title);
    if (values.title === 'copy') values.title = `Copy of ${draft.title}`;
  }
}

@Resource({ policy: NotePolicy, hooks: DraftHooks, logged: false })
class DraftResource extends ResourceOf(Draft) {
  @Field() title!: string;
}

@ResourceModule({
  resources: [WriterResource, NoteResource, SheetResource, DraftResource],
  migrations: [CreateNotes1735700000041],
})
class NotesModule {}

let database: CountedDatabase;
let test: TestApplication<Writer>;
beforeAll(async () => {
  database = await CountedDatabase.create();
  test = await createTestApplication<Writer>({
    modules: [NotesModule],
    options: {
      database: { url: database.url },
      authentication: { user: { entity: Writer, identifier: 'name', password: 'password' } },
    },
  });
  await test.dataSource.manager.insert(Writer, { name: 'ann', password: 'secret words' });
  // Statements are prepared, and the token is known to be valid.
  for (const table of tables)
    for (let turn = 0; turn < 2; turn += 1) {
      const { body } = await send('POST', `/${table}`, { title: 'First' });
      await send('PATCH', `/${table}/${body.data.id}`, { title: `Second ${turn}` });
    }
});
afterAll(async () => {
  await test?.close();
  await database?.dispose();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends a request; `words` are the first words of its statements, after that of the token. */
async function send(method: Method, path: string, body?: object, headers = {}) {
  const sending = test.as('ann').with(headers).send<RecordBody>(method, path, body);
  const roundTrips = await database.roundTripsOf(() => sending);
  const response = await sending;
  expect(response.status).toBeLessThan(300);
  const [token, ...statements] = response.statements;
  expect(token).toContain('tokens');
  return {
    body: response.body,
    version: String(response.headers.etag),
    roundTrips,
    words: statements.map((sql) => sql.split(' ', 1)[0]!.toLowerCase().replace('start', 'begin')),
  };
}

/** MariaDB returns neither rows nor keys: the key and the record are read, and the response. */
const inserting = isOfMysqlFamily ? ['insert', 'select', 'select'] : ['insert'];
const responding = isOfMysqlFamily ? ['select'] : [];
/** On PostgreSQL and SQLite, the update expects the record to be as the guard has read it. */
const locking = isOfMysqlFamily ? ['select'] : [];
/** On PostgreSQL, the update itself writes the log, with the old values that the guard has read. */
const loggedUpdate =
  testDialect === 'postgres' ? ['with'] : ['select', 'update', 'insert', 'insert'];

describe('what the bounds of reads describe', () => {
  /** Returns the bounds of a request's statements, after that of the token. */
  async function boundsOf(method: Method, path: string, body?: object) {
    const query = jest.spyOn(test.app.get<Database>(DATABASE), 'query');
    await send(method, path, body);
    const bounds = query.mock.calls.map(([, , given]) => given);
    query.mockRestore();
    return bounds.slice(1);
  }

  it('is that a record is read by its key, for a write or not', async () => {
    expect(await boundsOf('GET', '/notes/1')).toMatchObject([{ isByKey: true, rows: 1 }]);
    const [guard] = await boundsOf('PATCH', '/notes/1', { title: 'Short' });
    expect(guard).toMatchObject({ isByKey: true, isForWrite: true, rows: 1 });
  });

  it('is not that a list is', async () => {
    const [page] = await boundsOf('GET', '/notes?count=none');
    expect(page?.isByKey).not.toBe(true);
  });
});

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
    ['notes', 2, []],
    ['sheets', 3, ['insert', 'insert']],
    ['drafts', 2, []],
  ] as const)('of %s sends few statements in %i round trips', async (table, trips, logging) => {
    const { words, roundTrips } = await send('POST', `/${table}`, { title: 'One' });
    expect(words).toEqual(transactionOf([...inserting, ...logging, ...responding]));
    expect(roundTrips).toBe(database.expected(trips));
  });
});

describe('a patch', () => {
  it.each([
    ['notes', ['update']],
    ['sheets', loggedUpdate],
    ['drafts', ['update']],
  ] as const)('of %s sends few statements in three round trips', async (table, writing) => {
    const { words, roundTrips } = await send('PATCH', `/${table}/1`, { title: `One more` });
    expect(words).toEqual(['select', ...transactionOf([...locking, ...writing, ...responding])]);
    expect(roundTrips).toBe(database.expected(3));
  });

  it.each(['notes', 'sheets'])(
    'of %s changes the current record if it has changed since the guard read it (C4.3)',
    async (table) => {
      const { data } = (await send('POST', `/${table}`, { title: 'Before' })).body;
      const path = `/${table}/${data.id}`;
      const sql = `update ${table} set title = 'Meanwhile' where id = ${data.id}`;
      meanwhile = () => test.dataSource.query(sql);
      const { body } = await send('PATCH', path, { title: 'After' });
      expect(body.data.attributes).toMatchObject({ title: 'After', hidden: false });
      expect((await send('GET', path)).body).toEqual(body);
      if (table === 'notes') return;
      const log = await test.dataSource.query<{ name: string; original: unknown }[]>(
        `select name, original from action_logs where actionable_id = '${data.id}' order by id`,
      );
      expect(log.map(({ name }) => name)).toEqual(['Stored', 'Updated']);
      expect(JSON.stringify(log[1]!.original)).toContain('Meanwhile');
    },
  );

  it('calls the hook again with the current record, and commits what the last call did (C4.6)', async () => {
    const { data } = (await send('POST', '/drafts', { title: 'Before' })).body;
    const sql = `update drafts set title = 'BEFORE' where id = ${data.id}`;
    meanwhile = () => test.dataSource.query(sql);
    const { body } = await send('PATCH', `/drafts/${data.id}`, { title: 'copy' });
    expect(body.data.attributes).toEqual({ title: 'Copy of BEFORE' });
  });

  it.each(['notes', 'sheets'])(
    'of %s is 404 if the record has left the scope since the guard read it (C4.3)',
    async (table) => {
      const { data } = (await send('POST', `/${table}`, { title: 'Before' })).body;
      const sql = `update ${table} set hidden = true where id = ${data.id}`;
      meanwhile = () => test.dataSource.query(sql);
      const path = `/${table}/${data.id}`;
      const { status } = await test.as('ann').send('PATCH', path, { title: 'After' });
      expect(status).toBe(404);
      const [row] = await test.dataSource.query<object[]>(
        `select title from ${table} where id = ${data.id}`,
      );
      expect(row).toEqual({ title: 'Before' });
    },
  );

  it('of a record that was deleted meanwhile is 404 (C4.3)', async () => {
    const { data } = (await send('POST', '/notes', { title: 'Before' })).body;
    meanwhile = () => test.dataSource.query(`delete from notes where id = ${data.id}`);
    const { status } = await test.as('ann').send('PATCH', `/notes/${data.id}`, { title: 'After' });
    expect(status).toBe(404);
  });

  it.each(tables)('of %s that changes nothing reads the response in its place', async (table) => {
    const { data } = (await send('POST', `/${table}`, { title: 'Same' })).body;
    const path = `/${table}/${data.id}`;
    updatedDrafts.length = 0;
    const { words, body, version } = await send('PATCH', path, { title: 'Same' });
    const reading = [...locking, 'select'];
    const isLast = table !== 'sheets' || testDialect !== 'sqlite';
    expect(words).toEqual([
      'select',
      ...(isLast ? transactionOf(reading) : ['begin', ...reading, 'commit']),
    ]);
    const read = await send('GET', path);
    expect({ body, version }).toEqual({ body: read.body, version: read.version });
    expect(body.data.attributes).toEqual(data.attributes);
    expect(updatedDrafts).toEqual(table === 'drafts' ? ['Same'] : []);
  });

  it.each(tables)(
    'of %s that repeats what the guard read changes what it is now',
    async (table) => {
      const { data } = (await send('POST', `/${table}`, { title: 'Same' })).body;
      const path = `/${table}/${data.id}`;
      const sql = `update ${table} set title = 'Meanwhile' where id = ${data.id}`;
      meanwhile = () => test.dataSource.query(sql);
      const { body } = await send('PATCH', path, { title: 'Same' });
      expect(body.data.attributes.title).toBe('Same');
      expect((await send('GET', path)).body).toEqual(body);
    },
  );
});

describe('a write with If-Match (C13.1)', () => {
  /** A locked record's version is read. */
  const comparing = isOfMysqlFamily ? ['select'] : [];

  async function stored(table: string) {
    const { body, version } = await send('POST', `/${table}`, { title: 'Before' });
    const { id } = body.data;
    const row = () => test.dataSource.query(`select title from ${table} where id = ${id}`);
    return { id, row, path: `/${table}/${id}`, headers: { 'if-match': version } };
  }

  it.each([
    ['notes', ['update']],
    ['sheets', loggedUpdate],
    ['drafts', ['update']],
  ] as const)('sends what others send: a patch of %s', async (table, writing) => {
    const { path, headers } = await stored(table);
    const { words, roundTrips } = await send('PATCH', path, { title: 'After' }, headers);
    const statements = [...locking, ...comparing, ...writing, ...responding];
    expect(words).toEqual(['select', ...transactionOf(statements)]);
    expect(roundTrips).toBe(database.expected(3));
  });

  it('compares the version in the transaction of a deletion', async () => {
    const { path, headers, row } = await stored('notes');
    const plain = await send('DELETE', (await stored('notes')).path);
    const { words } = await send('DELETE', path, undefined, headers);
    const lock = plain.words.indexOf('begin') + 1;
    expect(words).toEqual(plain.words.toSpliced(lock + 1, 0, 'select'));
    expect(await row()).toEqual([]);
  });

  it('sends no statement more for a version that is not the current one', async () => {
    const { path } = await stored('notes');
    const asking = test.as('ann').with({ 'if-match': 'W/"other"' });
    const { status, statements } = await asking.send('PATCH', path, { title: 'After' });
    expect(status).toBe(412);
    expect(statements.map((sql) => sql.split(' ', 1)[0])).toEqual(['select', 'select']);
  });

  it.each(['notes', 'sheets'])(
    'is rejected if the record has changed since the guard read it: a patch of %s',
    async (table) => {
      const { id, row, path, headers } = await stored(table);
      const sql = `update ${table} set title = 'Meanwhile' where id = ${id}`;
      meanwhile = () => test.dataSource.query(sql);
      const asking = test.as('ann').with(headers);
      const rejected = await asking.send('PATCH', path, { title: 'After' });
      expect(rejected.status).toBe(412);
      expect(await row()).toEqual([{ title: 'Meanwhile' }]);
      expect((await send('GET', path)).version).toBe(rejected.headers.etag);
    },
  );

  it('passes if it changes nothing', async () => {
    const { path, headers } = await stored('notes');
    const { version } = await send('PATCH', path, { title: 'Before' }, headers);
    expect(version).toBe(headers['if-match']);
  });
});
