import { Injectable } from '@nestjs/common';
import {
  Action,
  ActionLog,
  BelongsToMany,
  createTable,
  defineRules,
  dropTable,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionHandler,
  type ActionRequest,
  type Policy,
  type Related,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { testDialect } from '../../../support/databases.js';
import { OpenPolicy } from '../../../support/open-policy.js';

@Entity('readers')
class Reader {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20, unique: true }) name!: string;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
}
@Entity('shelves')
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) code!: string;
}
@Entity('labels')
class Label {
  @PrimaryGeneratedColumn() id!: number;
}
@Entity('book_labels')
class BookLabel {
  @PrimaryColumn('int') book_id!: number;
  @PrimaryColumn('int') label_id!: number;
  @Column('varchar', { length: 20, nullable: true }) note!: string | null;
}
@Entity('books')
class Book {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) title!: string;
  @Column('varchar', { length: 20, nullable: true }) shelf!: string | null;
  @Column('int', { nullable: true }) board!: number | null;
  @Column('int', { nullable: true }) spot!: number | null;
  @Column('int', { nullable: true }) price!: number | null;
  @Column('int', { nullable: true }) pages!: number | null;
  @ManyToMany(() => Label)
  @JoinTable({
    name: 'book_labels',
    joinColumn: { name: 'book_id' },
    inverseJoinColumn: { name: 'label_id' },
  })
  labels!: Relation<Label>[];
}

/** Statements that refuse to write a word, to write another word again, and to delete a third one. */
const triggersOf = {
  sqlite: (table: string, column: string) => [
    ...['insert', 'update'].map(
      (event) =>
        `create trigger ${table}_${event} before ${event} on ${table} when new.${column} = 'refused'` +
        ` begin select raise(abort, 'Secret reasons.'); end`,
    ),
    `create trigger ${table}_again before update on ${table} when new.${column} = 'once'` +
      ` begin select raise(rollback, 'Secret reasons.'); end`,
    `create trigger ${table}_delete before delete on ${table} when old.${column} = 'kept'` +
      ` begin select raise(abort, 'Secret reasons.'); end`,
  ],
  postgres: (table: string, column: string) => [
    `create function refuse_${table}() returns trigger language plpgsql as $$ begin` +
      ` if tg_op = 'DELETE' then if old.${column} = 'kept' then raise exception 'Secret reasons.'; end if; return old; end if;` +
      ` if new.${column} = 'refused' then raise exception 'Secret reasons.'; end if;` +
      ` if tg_op = 'UPDATE' and new.${column} = 'once' then raise exception 'Secret reasons.' using errcode = 'SHOP1'; end if;` +
      ` return new; end $$`,
    `create trigger refuse_${table} before insert or update or delete on ${table} for each row execute function refuse_${table}()`,
  ],
  mariadb: (table: string, column: string) => [
    ...['insert', 'update'].map(
      (event) =>
        `create trigger ${table}_${event} before ${event} on ${table} for each row begin` +
        ` if new.${column} = 'refused' then signal sqlstate '45000' set message_text = 'Secret reasons.'; end if; end`,
    ),
    `create trigger ${table}_again before update on ${table} for each row begin` +
      ` if new.${column} = 'once' then signal sqlstate '45001' set mysql_errno = 31000, message_text = 'Secret reasons.'; end if; end`,
    `create trigger ${table}_delete before delete on ${table} for each row begin` +
      ` if old.${column} = 'kept' then signal sqlstate '45000' set message_text = 'Secret reasons.'; end if; end`,
  ],
};
const triggers = triggersOf[testDialect === 'mysql' ? 'mariadb' : testDialect];

const isPostgres = testDialect === 'postgres';

class CreateBooks1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'readers', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(20)} not null`,
        password: `${type.text(255)} null`,
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'shelves', (type) => ({
      columns: { id: type.key, code: `${type.text(20)} not null` },
      uniques: [['code']],
    }));
    await createTable(queryRunner, 'labels', (type) => ({ columns: { id: type.key } }));
    if (isPostgres)
      await queryRunner.query('create domain page_count as integer check (value <> 13)');
    await createTable(queryRunner, 'books', (type) => ({
      columns: {
        id: type.key,
        title: `${type.text(20)} not null`,
        shelf: `${type.text(20)} null`,
        board: `${type.integer} null`,
        spot: `${type.integer} null`,
        price: `${type.integer} null`,
        pages: isPostgres ? 'page_count null' : `${type.integer} null check (pages <> 13)`,
        'constraint fair_price': 'check (price >= 0)',
      },
      uniques: [['board', 'spot']],
      foreignKeys: { shelf: 'shelves (code)' },
    }));
    await createTable(queryRunner, 'book_labels', (type) => ({
      columns: {
        book_id: `${type.integer} not null`,
        label_id: `${type.integer} not null`,
        note: `${type.text(20)} null`,
        'constraint no_bad_note': `check (note <> 'bad')`,
      },
      primaryKey: ['book_id', 'label_id'],
    }));
    for (const [table, column] of [
      ['books', 'title'],
      ['book_labels', 'note'],
    ] as const)
      for (const sql of triggers(table, column)) await queryRunner.query(sql);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['book_labels', 'books', 'labels', 'shelves', 'readers'])
      await dropTable(queryRunner, table);
  }
}

@Injectable()
class BookPolicy extends OpenPolicy implements Policy<Book> {
  attachLabels() {
    return true;
  }
}

const titled = defineRules({ title: ['string'], price: ['integer'], spot: ['integer'] });

/** Changes books through the framework. */
@Action({ rules: titled })
class ChangeBooks implements ActionHandler<Book, typeof titled> {
  async handle(request: ActionRequest<typeof titled>, books: Book[]) {
    await request.update(books, await request.validate());
  }
}
/** Changes books by a statement of its own. */
@Action({})
class RenameBooks implements ActionHandler<Book> {
  async handle(request: ActionRequest, books: Book[]) {
    const ids = books.map(({ id }) => id);
    await request.manager.update(Book, ids, { title: 'refused' });
  }
}
@Action({})
class BurnBooks implements ActionHandler<Book> {
  async handle(request: ActionRequest, books: Book[]) {
    await request.delete(books);
  }
}

@Resource({ policy: OpenPolicy, profile: true })
class ReaderResource extends ResourceOf(Reader) {
  @Field() name!: string;
}
@Resource({ policy: OpenPolicy })
class ShelfResource extends ResourceOf(Shelf) {
  @Field() code!: string;
}
@Resource({ policy: OpenPolicy })
class LabelResource extends ResourceOf(Label) {}
@Resource({
  policy: BookPolicy,
  logged: true,
  actions: [ChangeBooks, RenameBooks, BurnBooks],
})
class BookResource extends ResourceOf(Book) {
  @Field() title!: string;
  @Field() shelf!: string | null;
  @Field() board!: number | null;
  @Field() spot!: number | null;
  @Field() price!: number | null;
  @Field() pages!: number | null;
  @BelongsToMany(() => LabelResource, { through: () => BookLabel, withPivot: ['note'] })
  labels!: Related;
}
@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}

@ResourceModule({
  resources: [ReaderResource, ShelfResource, LabelResource, BookResource, LogResource],
  migrations: [CreateBooks1735700000098],
})
class BooksModule {}

const NOT_ACCEPTED = {
  code: 'conflict',
  message: 'The database does not accept this change.',
};
const refused = (name: string, text = 'The database does not accept this value.') => ({
  code: 'validation_failed',
  errors: { [name]: [text] },
});

let started: StartedApp<Reader>;
let test: TestApplication<Reader>;
beforeAll(async () => {
  started = await startApp<Reader>({
    modules: [BooksModule],
    options: {
      authentication: { user: { entity: Reader, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  await test.dataSource.manager.insert(Reader, { name: 'ann' });
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

/** Book 91 is kept on shelf `a`, book 92 has the title `once`. */
beforeEach(async () => {
  const { manager } = test.dataSource;
  await manager.query(`update books set title = 'free'`);
  for (const table of ['book_labels', 'books', 'labels', 'shelves', 'action_logs'])
    await manager.query(`delete from ${table}`);
  await manager.query(`insert into shelves (id, code) values (1, 'a')`);
  await manager.query('insert into labels (id) values (1)');
  await manager.query(
    `insert into books (id, title, shelf, board, spot) values (91, 'kept', 'a', 1, 1)`,
  );
  await manager.query(`insert into books (id, title) values (92, 'once'), (93, 'other')`);
});

const state = async () => ({
  books: await test.dataSource.manager.find(Book, { order: { id: 'ASC' } }),
  labels: await test.dataSource.manager.find(BookLabel),
  logs: await test.dataSource.manager.count(ActionLog),
});
const client = (headers: Readonly<Record<string, string>>) => test.as('ann').with(headers);

type Call = readonly [method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object];

/** Sends a call which is refused: nothing is written, and nothing is logged. */
async function refusalOf([method, path, body]: Call, headers = {}) {
  const before = await state();
  const response = await client(headers).send<any>(method, path, body);
  expect(await state()).toEqual(before);
  expect(response.text).not.toContain('Secret');
  return [response.status, response.body];
}

describe('A change that the database refuses (C9)', () => {
  const changes: readonly Call[] = [
    ['POST', '/books', { title: 'refused' }],
    ['PATCH', '/books/91', { title: 'refused' }],
    ['PUT', '/books/91', { title: 'once' }],
    ['DELETE', '/books/91', undefined],
    ['POST', '/books/bulk', [{ title: 'fine' }, { title: 'refused' }]],
    ['POST', '/books/bulk/update', [{ id: 91, title: 'once' }]],
    ['DELETE', '/books/bulk/delete', [92, 91]],
    ['POST', '/books/actions?action=change-books', { repositories: [91], title: 'refused' }],
    ['POST', '/books/actions?action=change-books', { repositories: 'all', title: 'once' }],
    ['POST', '/books/91/actions?action=change-books', { price: -1 }],
    ['POST', '/books/actions?action=rename-books', { repositories: [91] }],
    ['POST', '/books/actions?action=burn-books', { repositories: [91] }],
    ['POST', '/books/91/attach/labels', { labels: ['1'], note: 'refused' }],
  ];
  it.each(changes as readonly (readonly [Call[0], string, object])[])(
    'by a trigger is 409: %s %s',
    async (method, path, body) => {
      const call: Call = [method, path, body];
      expect(await refusalOf(call)).toEqual([409, expect.objectContaining(NOT_ACCEPTED)]);
    },
  );

  it.each<Readonly<Record<string, string>>>([
    { 'Idempotency-Key': 'refused' },
    { Prefer: 'max-affected=9' },
    { Prefer: 'tx=rollback' },
  ])('is the same in one transaction with %j', async (headers) => {
    for (const call of changes) {
      const each = headers['Idempotency-Key']
        ? { 'Idempotency-Key': `refused-${changes.indexOf(call)}` }
        : headers;
      expect([call, await refusalOf(call, each)]).toEqual([
        call,
        [409, expect.objectContaining(NOT_ACCEPTED)],
      ]);
    }
  });

  it('by a trigger refuses an undo, which changes nothing', async () => {
    expect((await client({}).patch('/books/92', { title: 'later' })).status).toBe(200);
    const [row] = await test.dataSource.manager.find(ActionLog);
    const call = ['POST', `/action_logs/${row!.id}/revert`, {}] as const;
    expect(await refusalOf(call)).toEqual([409, expect.objectContaining(NOT_ACCEPTED)]);
  });

  it.each<readonly [...Call, string]>([
    ['POST', '/books', { title: 'x', price: -1 }, 'price'],
    ['PATCH', '/books/91', { price: -1 }, 'price'],
    ['PATCH', '/books/91', { pages: 13 }, 'pages'],
    ['POST', '/books/91/attach/labels', { labels: ['1'], note: 'bad' }, 'note'],
  ])('by a check is 422 under the field: %s %s %j', async (method, path, body, name) => {
    expect(await refusalOf([method, path, body])).toEqual([
      422,
      expect.objectContaining(refused(name)),
    ]);
  });

  it('by a check is 422 under the field of a bulk write of one', async () => {
    expect(await refusalOf(['POST', '/books/bulk', [{ title: 'x', price: -1 }]])).toEqual([
      422,
      expect.objectContaining(refused('0.price')),
    ]);
  });

  const many = (at: number, odd: object, of: (at: number) => object) =>
    Array.from({ length: 9 }, (_, each) => ({ ...of(each), ...(each === at && odd) }));
  const titled = () => ({ title: 'x' });
  const notAccepted = { ...NOT_ACCEPTED, errors: { 7: [NOT_ACCEPTED.message] } };
  it.each<readonly [string, Call, object]>([
    ['a check', ['POST', '/books/bulk', many(7, { price: -1 }, titled)], refused('7.price')],
    ['a check', ['POST', '/books/bulk', many(0, { price: -1 }, titled)], refused('0.price')],
    ['a trigger', ['POST', '/books/bulk', many(7, { title: 'refused' }, titled)], notAccepted],
    [
      'a check',
      [
        'POST',
        '/books/bulk/update',
        [
          { id: 93, price: 1 },
          { id: 91, price: -1 },
        ],
      ],
      refused('1.price'),
    ],
    [
      'a trigger',
      [
        'POST',
        '/books/bulk/update',
        [
          { id: 91, price: 1 },
          { id: 93, title: 'refused' },
        ],
      ],
      { ...NOT_ACCEPTED, errors: { 1: [NOT_ACCEPTED.message] } },
    ],
    [
      'a trigger',
      ['DELETE', '/books/bulk/delete', [92, 93, 91]],
      { ...NOT_ACCEPTED, errors: { 2: [NOT_ACCEPTED.message] } },
    ],
    [
      'a reference',
      ['DELETE', '/shelves/bulk/delete', [2, 1]],
      { code: 'conflict', errors: { 1: ['Other records still refer to this one.'] } },
    ],
    [
      'a unique index of several columns',
      ['POST', '/books/bulk', many(7, { board: 1, spot: 1 }, titled)],
      { code: 'conflict', errors: { 7: ['A record with this board and spot already exists.'] } },
    ],
  ])('names the element of a bulk write that breaks %s', async (_what, call, expected) => {
    await test.dataSource.manager.query(`insert into shelves (id, code) values (2, 'b')`);
    for (const headers of [{}, { Prefer: 'tx=rollback' }]) {
      const [, body] = await refusalOf(call, headers);
      expect(body).toEqual(expect.objectContaining(expected));
    }
  });

  it('names no element of a bulk write whose elements are only refused together', async () => {
    const twice = many(-1, {}, () => ({ title: 'x', board: 2, spot: 2 }));
    expect(await refusalOf(['POST', '/books/bulk', twice])).toEqual([
      409,
      expect.not.objectContaining({ errors: expect.anything() }),
    ]);
  });

  it.each<readonly [Call[0], string, object]>([
    ['POST', '/books', { title: 'x', board: 1, spot: 1 }],
    ['POST', '/books/bulk', [{ title: 'x' }, { title: 'y', board: 1, spot: 1 }]],
    ['PATCH', '/books/93', { board: 1, spot: 1 }],
    ['POST', '/books/bulk/update', [{ id: 93, board: 1, spot: 1 }]],
  ])('by a unique index of several columns names them all: %s %s', async (method, path, body) => {
    const call: Call = [method, path, body];
    expect(await refusalOf(call)).toEqual([
      409,
      expect.objectContaining({
        code: 'conflict',
        message: 'A record with this board and spot already exists.',
      }),
    ]);
  });

  it('names all columns of a unique index if an action breaks it', async () => {
    await test.dataSource.manager.update(Book, 93, { board: 1, spot: 2 });
    const body = { repositories: [93], spot: 1 };
    const call: Call = ['POST', '/books/actions?action=change-books', body];
    expect(await refusalOf(call)).toEqual([
      409,
      expect.objectContaining({ message: 'A record with this board and spot already exists.' }),
    ]);
  });

  it('reports that others refer to a value that would change or disappear', async () => {
    for (const call of [
      ['PATCH', '/shelves/1', { code: 'b' }],
      ['POST', '/shelves/bulk/update', [{ id: 1, code: 'b' }]],
      ['DELETE', '/shelves/1'],
    ] as const)
      expect([call, await refusalOf(call)]).toEqual([
        call,
        [
          409,
          expect.objectContaining({
            code: 'conflict',
            message: 'Other records still refer to this one.',
          }),
        ],
      ]);
  });

  it('names the value that refers to nothing', async () => {
    for (const [method, path] of [
      ['POST', '/books'],
      ['PATCH', '/books/91'],
    ] as const)
      expect(await refusalOf([method, path, { title: 'x', shelf: 'none' }])).toEqual([
        422,
        expect.objectContaining(refused('shelf', 'The selected shelf is invalid.')),
      ]);
  });
});
