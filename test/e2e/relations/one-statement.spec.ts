import { Injectable } from '@nestjs/common';
import fc from 'fast-check';
import {
  BelongsToMany,
  createTable,
  dropTable,
  everything,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  where,
  type Policy,
  type Related,
  type Scope,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { WritePivotsAtOnce } from '../../../src/modules/relations/write-pivots-at-once.js';
import { examples } from '../../support/examples.js';
import { CountedDatabase } from '../../support/counted-database.js';
import { isOfMysqlFamily, testDialect } from '../../support/databases.js';

const joinTable = (name: string, own = 'reader_id', other = 'book_id') => ({
  name,
  joinColumn: { name: own },
  inverseJoinColumn: { name: other },
});

@Entity('books')
class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Column('boolean') hidden!: boolean;
  @ManyToMany(() => Reader)
  @JoinTable(joinTable('loans', 'book_id', 'reader_id'))
  readers!: Relation<Reader>[];
}
@Entity('readers')
class Reader {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
  @ManyToMany(() => Book)
  @JoinTable(joinTable('loans'))
  books!: Book[];
  @ManyToMany(() => Book)
  @JoinTable(joinTable('favourites'))
  favourites!: Book[];
  @ManyToMany(() => Book)
  @JoinTable(joinTable('marks'))
  marks!: Book[];
}
@Entity('loans')
class Loan {
  @PrimaryColumn('int') reader_id!: number;
  @PrimaryColumn('int') book_id!: number;
  @Column('int', { nullable: true }) place!: number | null;
  @Column('json', { nullable: true }) note!: unknown;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
}
@Entity('marks')
class Mark {
  @PrimaryColumn('int') reader_id!: number;
  @PrimaryColumn('int') book_id!: number;
  @Column('int', { default: 0 }) place!: number;
}
@Entity('favourites')
class Favourite {
  @PrimaryColumn('int') reader_id!: number;
  @PrimaryColumn('int') book_id!: number;
}

class CreateLoans1735700000040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'readers', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(runner, 'books', (type) => ({
      columns: { id: type.key, hidden: `${type.boolean} not null` },
    }));
    const pair = (type: { integer: string }) => ({
      reader_id: `${type.integer} not null`,
      book_id: `${type.integer} not null`,
    });
    const rest = {
      primaryKey: ['reader_id', 'book_id'],
      foreignKeys: { book_id: 'books (id) on delete cascade' },
    };
    await createTable(runner, 'loans', (type) => ({
      columns: {
        ...pair(type),
        place: `${type.integer} null`,
        note: `${type.json} null`,
        updated_at: `${type.datetime} not null`,
      },
      ...rest,
    }));
    await createTable(runner, 'favourites', (type) => ({ columns: pair(type), ...rest }));
    await createTable(runner, 'marks', (type) => ({
      columns: { ...pair(type), place: `${type.integer} not null default 0` },
      ...rest,
    }));
    if (testDialect === 'sqlite')
      await runner.query(
        'create trigger mark after insert on marks begin update marks set place = 7; end',
      );
  }
  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['marks', 'favourites', 'loans', 'books', 'readers'])
      await dropTable(runner, table);
  }
}

/** Counts how often a policy looks at records. */
@Injectable()
class Looks {
  count = 0;
  /** A concurrent request, which runs once. */
  meanwhile: (() => Promise<unknown>) | null = null;

  async at(...records: readonly object[]): Promise<boolean> {
    this.count += 1;
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    return records.length > 0;
  }
}

@Injectable()
class ReaderPolicy implements Policy<Reader, Reader> {
  constructor(private readonly looks: Looks) {}

  scope(): Scope<Reader> {
    return everything();
  }
  index = () => true;
  attachBooks = () => true;
  attachMarks = () => true;
  detachBooks = () => true;
  syncBooks = () => true;
  attachFavourites(_user: Reader, reader: Reader, book: Book) {
    return this.looks.at(reader, book);
  }
  detachFavourites(_user: Reader, reader: Reader, book: Book) {
    return this.looks.at(reader, book);
  }
  syncFavourites(_user: Reader, reader: Reader) {
    return this.looks.at(reader);
  }
}
@Injectable()
class BookPolicy implements Policy<Book, Reader> {
  scope(): Scope<Book> {
    return where<Book>({ hidden: false });
  }
  index = () => true;
  attachReaders = () => true;
  detachReaders = () => true;
  syncReaders = () => true;
}

@Resource({ policy: BookPolicy, logged: false })
class BookResource extends ResourceOf(Book) {
  @Field() hidden!: boolean;
  @BelongsToMany(() => ReaderResource, { through: () => Loan })
  readers!: Related;
}
@Resource({ policy: ReaderPolicy, logged: true })
class ReaderResource extends ResourceOf(Reader) {
  @Field() name!: string;
  @BelongsToMany(() => BookResource, {
    through: () => Loan,
    withPivot: ['place', 'note'] as never,
    validationCallback: () => ({ place: ['nullable', 'integer', 'max:9'] }),
  })
  books!: Related;
  @BelongsToMany(() => BookResource, { through: () => Favourite, unique: true })
  favourites!: Related;
  @BelongsToMany(() => BookResource, { through: () => Mark, withPivot: ['place'] as never })
  marks!: Related;
}

@ResourceModule({
  resources: [ReaderResource, BookResource],
  migrations: [CreateLoans1735700000040],
  providers: [Looks],
})
class LoansModule {}

/** Books 1 to 6; the last one is hidden. */
const BOOKS = 6;

let database: CountedDatabase;
let test: TestApplication<Reader>;
beforeAll(async () => {
  database = await CountedDatabase.create();
  test = await createTestApplication<Reader>({
    modules: [LoansModule],
    options: {
      database: { url: database.url },
      authentication: { user: { entity: Reader, identifier: 'name', password: 'password' } },
      // Pivot rows with values are read before they are written, if they can be reverted (C15).
      safeWrites: { undo: false },
    },
  });
  const { manager } = test.dataSource;
  await manager.insert(
    Reader,
    ['ann', 'ben'].map((name) => ({ name, password: 'secret words' })),
  );
  for (let number = 1; number <= BOOKS; number += 1)
    await manager.insert(Book, { hidden: number === BOOKS });
});
afterAll(async () => {
  await test?.close();
  await database?.dispose();
});
beforeEach(async () => {
  for (const table of ['loans', 'favourites', 'action_logs'])
    await test.dataSource.query(`delete from ${table}`);
});

const send = (reader: 1 | 2, call: string, body: object) =>
  test.as('ann').post<Record<string, unknown>>(`/readers/${reader}/${call}`, body);

const roundTripsOf = (call: string, body: object) =>
  database.roundTripsOf(async () => expect((await send(1, call, body)).status).toBeLessThan(300));

describe('a write of pivot rows', () => {
  it.each([
    ['attach/books', { books: [1, 2], place: 3 }],
    ['attach/books', { books: [2, 3], place: 4 }],
    ['sync/books', { books: [3, 4] }],
    ['detach/books', { books: [3, 4, 5] }],
  ])(
    'takes two round trips to PostgreSQL if no policy looks at records: %s %j',
    async (call, body) => {
      await send(1, 'attach/books', { books: [2], place: 1 });
      expect(await roundTripsOf(call, body)).toBe(database.expected(2));
    },
  );

  it.each([
    ['attach/favourites', { favourites: [5, 1] }],
    ['sync/favourites', { favourites: [3, 4] }],
    ['detach/favourites', { favourites: [2, 4] }],
  ])('takes three if one does: %s %j', async (call, body) => {
    await send(1, 'attach/favourites', { favourites: [2] });
    expect(await roundTripsOf(call, body)).toBe(database.expected(3));
  });

  it.each([
    ['attach/readers', [], [1, 2], ['insert']],
    ['sync/readers', [1], [2], ['BEGIN', 'insert', 'delete', 'COMMIT']],
    ['sync/readers', [2], [2], ['BEGIN', 'insert', 'delete', 'select', 'COMMIT']],
    ['detach/readers', [1], [1, 2], ['delete']],
    ['detach/readers', [1], [2], ['delete', 'select']],
    ['attach/books', [], [1, 2], ['BEGIN', 'insert', 'insert', 'COMMIT']],
    ['sync/books', [1], [2, 3], ['BEGIN', 'insert', 'delete', 'insert', 'COMMIT']],
    ['detach/books', [1], [1], ['BEGIN', 'delete', 'insert', 'COMMIT']],
  ])(
    'is one statement for each change and for the log on SQLite: %s of %j to %j',
    async (call, attached, keys, words) => {
      if (testDialect !== 'sqlite') return;
      // Books have no log.
      const name = call.split('/')[1]!;
      const path = name === 'readers' ? '/books/1' : '/readers/1';
      const caller = test.as('ann');
      await caller.post(`${path}/attach/${name}`, { [name]: attached });
      const { status, statements } = await caller.post(`${path}/${call}`, { [name]: keys });
      expect(status).toBeLessThan(300);
      expect(statements.slice(1).map((sql) => sql.split(' ', 1)[0])).toEqual(words);
    },
  );

  it('locks the records if something is wrong', async () => {
    if (testDialect !== 'sqlite') return;
    await send(1, 'attach/books', { books: [1] });
    for (const books of [[1], [6]]) {
      const { statements } = await send(1, 'attach/books', { books });
      expect(statements.filter((sql) => sql.startsWith('BEGIN'))).toHaveLength(2);
    }
  });

  it('returns what a trigger has made of a row', async () => {
    const { status, body } = await send(1, 'attach/marks', { marks: [1], place: 2 });
    const place = testDialect === 'sqlite' ? 7 : 2;
    expect([status, body]).toEqual([201, { data: [expect.objectContaining({ place })] }]);
  });

  it('calls the policy again if a record has changed since (C7.4)', async () => {
    const looks = test.app.get(Looks, { strict: false });
    const favourites = [3];
    looks.count = 0;
    expect((await send(1, 'attach/favourites', { favourites })).status).toBe(201);
    expect(looks.count).toBe(1);
    looks.meanwhile = () => test.dataSource.query(`update readers set name = 'new' where id = 2`);
    expect((await send(2, 'attach/favourites', { favourites })).status).toBe(201);
    expect(looks.count).toBe(3);
    await test.dataSource.query(`update readers set name = 'ben' where id = 2`);
  });

  const values = fc.record(
    {
      place: fc.constantFrom(null, 1, 2, 10, 'x'),
      note: fc.constantFrom(null, { a: [1, 'é'] }, 'text'),
    },
    { requiredKeys: [] },
  );
  const key = fc.integer({ min: 0, max: BOOKS + 1 });
  const listed = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: key },
      { weight: 1, arbitrary: fc.tuple(key, values).map(([id, own]) => ({ id, ...own })) },
    ),
    { maxLength: 4 },
  );
  const calls = fc.array(
    fc.record({
      verb: fc.constantFrom('attach', 'detach', 'sync'),
      relation: fc.constantFrom('books', 'favourites'),
      listed,
      values: fc.oneof(fc.constant({}), values),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it('responds, writes and logs as in a transaction (C7, C8)', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        for (const { verb, relation, listed: keys, values: flat } of sequence) {
          const body = { [relation]: keys, ...flat };
          const one = await send(1, `${verb}/${relation}`, body);
          const other = await inTransaction(() => send(2, `${verb}/${relation}`, body));
          expect([other.status, asOfOne(other.body)]).toEqual([one.status, asOfOne(one.body)]);
          if (one.statements.length < other.statements.length && one.status < 300) taken += 1;
        }
        expect(await stateOf(2)).toEqual(await stateOf(1));
      }),
      examples(60),
    );
    if (isOfMysqlFamily) expect(taken).toBe(0);
    else expect(taken).toBeGreaterThan(5);
  });
});

/** Runs the calls with the single statement switched off. */
async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const spies = (['attach', 'detach', 'sync'] as const).map((verb) =>
    jest.spyOn(WritePivotsAtOnce.prototype, verb).mockResolvedValue(null),
  );
  return work().finally(() => spies.forEach((spy) => spy.mockRestore()));
}

/** The body as if it were about the first reader. */
const asOfOne = (body: unknown): unknown =>
  JSON.parse((JSON.stringify(body) ?? 'null').replaceAll('"reader_id":"2"', '"reader_id":"1"'));

async function stateOf(reader: 1 | 2) {
  const { manager } = test.dataSource;
  const loans = await manager.find(Loan, { where: { reader_id: reader }, order: { book_id: 1 } });
  const favourites = await manager.find(Favourite, {
    where: { reader_id: reader },
    order: { book_id: 1 },
  });
  const logs = await test.dataSource.query<object[]>(
    `select user_id, name, actionable_type, status, original, changes, exception, meta from action_logs where actionable_id = '${reader}' order by id`,
  );
  return {
    loans: loans.map(({ book_id, place, note }) => ({ book_id, place, note })),
    favourites: favourites.map(({ book_id }) => book_id),
    logs,
  };
}
