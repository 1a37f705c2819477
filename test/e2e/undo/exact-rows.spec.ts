import { Injectable } from '@nestjs/common';
import {
  Action,
  ActionLog,
  BelongsToMany,
  createTable,
  dropTable,
  Field,
  MorphMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionHandler,
  type ActionRequest,
  type Related,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { startApp, type StartedApp } from '../../support/app-under-test.js';
import { testDialect } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

const isMaria = testDialect === 'mariadb' || testDialect === 'mysql';
const isPostgres = testDialect === 'postgres';

/** Columns that the entity does not declare, each with a value, as SQL. */
const others: Readonly<Record<string, string>> = isMaria
  ? {
      'note text': `'left out'`,
      'amount decimal(40, 3)': '1234567890123456789012345678901234567.125',
      'raw varbinary(10)': `x'00ff'`,
      'flags bit(12)': `b'101010101010'`,
      'share float': '0.123456789',
      'hours time(6)': `'-800:00:00.000001'`,
      'digits json': `'{"b": 1.00, "a": 12345678901234567890}'`,
    }
  : isPostgres
    ? {
        'note text': `'left out'`,
        'amount numeric': '123456789012345678901234567890.125',
        'tags text[]': `array['x,y', 'z', null]`,
        'born date': `'0044-03-15 BC'`,
        'span interval': `'1 year 2 mons 00:00:01.000001'`,
        'host inet': `'10.0.0.1/8'`,
        'raw bytea': `'\\x00ff'`,
        'digits json': `'{"b": 1.00, "a": 12345678901234567890}'`,
        'share real': '0.1',
      }
    : {
        'note text': `'left out'`,
        'amount numeric': '12345678901234567',
        'anything blob': `x'00ff'`,
        'share real': '0.1',
      };
const namesOf = (list: readonly string[]) => list.map((each) => each.split(' ')[0]!);

@Entity('shelves')
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20, unique: true, nullable: true }) name!: string | null;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  @Column({ type: isPostgres ? 'timestamptz' : Date }) seen!: Date;
  @Column('json', { nullable: true }) layout!: unknown;
  @UpdateDateColumn({ precision: 6 }) updated_at!: Date;
  @ManyToMany(() => Label)
  @JoinTable({
    name: 'label_shelf',
    joinColumn: { name: 'shelf_id' },
    inverseJoinColumn: { name: 'label_id' },
  })
  labels!: Label[];
  stickers!: Sticker[];
}
@Entity('labels')
class Label {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) name!: string;
}
/** Only marked when it is deleted. */
@Entity('stickers')
class Sticker {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 20 }) on_type!: string;
  @Column('int') on_id!: number;
  @DeleteDateColumn({ type: Date, precision: 3 }) deleted_at!: Date | null;
}

class CreateShelves1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const precise = isMaria ? 'datetime(6)' : isPostgres ? 'timestamp(6)' : 'text';
    await createTable(queryRunner, 'shelves', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(20)} null`,
        password: `${type.text(255)} null`,
        seen: `${isPostgres ? 'timestamptz' : precise} default '2026-01-02 03:04:05.123456' not null`,
        layout: `${isMaria ? 'longtext' : 'json'} null`,
        updated_at: `${precise} not null`,
        ...Object.fromEntries(
          Object.keys(others).map((each) => [
            namesOf([each])[0]!,
            `${each.slice(each.indexOf(' '))} null`,
          ]),
        ),
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'labels', (type) => ({
      columns: { id: type.key, name: `${type.text(20)} not null` },
    }));
    await createTable(queryRunner, 'label_shelf', (type) => ({
      columns: {
        shelf_id: `${type.integer} not null`,
        label_id: `${type.integer} not null`,
        stuck: `${precise} null`,
      },
      primaryKey: ['shelf_id', 'label_id'],
      foreignKeys: {
        shelf_id: 'shelves (id) on delete cascade',
        label_id: 'labels (id) on delete cascade',
      },
    }));
    await createTable(queryRunner, 'stickers', (type) => ({
      columns: {
        id: 'integer primary key not null',
        on_type: `${type.text(20)} not null`,
        on_id: `${type.integer} not null`,
        deleted_at: `${type.datetime} null`,
      },
    }));
    // Tables without an entity.
    await createTable(queryRunner, 'boxes', (type) => ({
      columns: {
        id: 'integer primary key not null',
        shelf_id: `${type.integer} not null`,
        best_item_id: `${type.integer} null`,
      },
      foreignKeys: { shelf_id: 'shelves (id) on delete cascade' },
    }));
    await createTable(queryRunner, 'items', (type) => ({
      columns: { id: type.key, box_id: `${type.integer} not null`, made: `${precise} null` },
      foreignKeys: { box_id: 'boxes (id) on delete cascade' },
    }));
    await createTable(queryRunner, 'visits', (type) => ({
      columns: { id: 'integer primary key not null', shelf_id: `${type.integer} null` },
      foreignKeys: { shelf_id: 'shelves (id) on delete set null' },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of [
      'visits',
      'items',
      'boxes',
      'stickers',
      'label_shelf',
      'labels',
      'shelves',
    ])
      await dropTable(queryRunner, table);
  }
}

@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
  @Field({ readOnly: true }) batch_id!: string;
  @Field({ readOnly: true }) meta!: ActionLog['meta'];
}
@Resource({ policy: OpenPolicy })
class LabelResource extends ResourceOf(Label) {
  @Field() name!: string;
}
@Resource({ policy: OpenPolicy })
class StickerResource extends ResourceOf(Sticker) {
  @Field() on_type!: string;
  @Field() on_id!: number;
}
@Injectable()
class ShelfPolicy extends OpenPolicy {
  attachLabels() {
    return true;
  }
  syncLabels() {
    return true;
  }
  detachLabels() {
    return true;
  }
}
/** Deletes by a statement of its own, as `request.manager` does. */
@Action({ onlyOnIndex: true })
class BurnShelves implements ActionHandler<Shelf> {
  async handle({ manager }: ActionRequest, shelves: readonly Shelf[]) {
    for (const { id } of shelves) await manager.query(`delete from shelves where id = ${id}`);
  }
}
@Resource({ policy: ShelfPolicy, profile: true, logged: true, actions: [BurnShelves] })
class ShelfResource extends ResourceOf(Shelf) {
  @Field() name!: string | null;
  @Field() seen!: Date;
  @Field() layout!: unknown;
  @BelongsToMany(() => LabelResource) labels!: Related;
  @MorphMany(() => StickerResource, { morph: 'on' }) stickers!: Related;
}

@ResourceModule({
  resources: [LogResource, LabelResource, StickerResource, ShelfResource],
  migrations: [CreateShelves1735700000098],
})
class ShelvesModule {}

let started: StartedApp<Shelf>;
let test: TestApplication<Shelf>;
const sql = (text: string): Promise<any[]> => test.dataSource.query(text);
beforeAll(async () => {
  started = await startApp<Shelf>({
    modules: [ShelvesModule],
    options: {
      authentication: { user: { entity: Shelf, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
});
beforeEach(async () => {
  for (const table of ['visits', 'items', 'boxes', 'stickers', 'label_shelf', 'labels', 'shelves'])
    await sql(`delete from ${table}`);
  const names = namesOf(Object.keys(others)).map((name) => `, ${name}`);
  const values = Object.values(others).map((value) => `, ${value}`);
  const seen = isPostgres ? `'infinity'` : `'2026-01-02 03:04:05.123456'`;
  await sql(`insert into shelves (id, name, updated_at) values (1, 'ann', '2026-01-01 00:00:00')`);
  await sql(
    `insert into shelves (id, name, seen, layout, updated_at${names.join('')}) values` +
      ` (2, 'two', ${seen}, '{"b": 1.00, "a": 12345678901234567890}', '2026-01-02 03:04:05.123456'${values.join('')})`,
  );
  await sql(`insert into labels (id, name) values (5, 'five'), (6, 'six')`);
  await sql(
    `insert into label_shelf (shelf_id, label_id, stuck) values (2, 5, '2026-01-02 03:04:05.123456'), (2, 6, null)`,
  );
  await sql(`insert into boxes (id, shelf_id, best_item_id) values (1, 2, 9), (2, 1, null)`);
  await sql(
    `insert into items (id, box_id, made) values (9, 1, '2026-01-02 03:04:05.123456'), (10, 2, null)`,
  );
  await sql(`insert into visits (id, shelf_id) values (1, 2), (2, 2), (3, 1)`);
  await sql(
    `insert into stickers (id, on_type, on_id) values (1, 'shelves', 2), (2, 'shelves', 1)`,
  );
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

/** Every value of every table, as the database writes it. */
async function contents(): Promise<unknown> {
  const tables: Record<string, unknown> = {};
  for (const table of [
    'shelves',
    'labels',
    'label_shelf',
    'boxes',
    'items',
    'visits',
    'stickers',
  ]) {
    const columns = await test.dataSource.query(
      isPostgres || isMaria
        ? `select column_name as name from information_schema.columns where table_name = '${table}' and table_schema = ${isMaria ? 'database()' : 'current_schema()'} order by 1`
        : `select name from pragma_table_info('${table}') order by 1`,
    );
    const asText = (name: string) =>
      isPostgres ? `${name}::text` : isMaria ? `hex(${name})` : `quote(${name})`;
    const listed = columns.map(({ name }: any) => `${asText(name)} as ${name}`).join(', ');
    const order = table === 'label_shelf' ? 'shelf_id, label_id' : 'id';
    tables[table] = await sql(`select ${listed} from ${table} order by ${order}`);
  }
  return tables;
}

async function revertLast(headers: Record<string, string> = {}) {
  const [{ id }] = await sql('select max(id) as id from action_logs');
  return test.as('ann').with(headers).post<any>(`/action_logs/${id}/revert`, {});
}

describe('Undo (C15.1)', () => {
  it('stores a deleted record with every column of its table, pivot row and row that the database deleted', async () => {
    const before = await contents();
    expect((await test.as('ann').delete('/shelves/2')).status).toBe(204);
    const after = await contents();
    expect(after).not.toEqual(before);
    const { status, body } = await revertLast();
    expect([status, body.data?.affected]).toEqual([200, 1]);
    expect(await contents()).toEqual(before);
    expect((await revertLast()).status).toBe(200);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
  });

  it('sets an update back with digits and microseconds that no response contains', async () => {
    const before = await contents();
    const change = { seen: '2027-01-01T00:00:00Z', layout: { c: 1 } };
    expect((await test.as('ann').patch('/shelves/2', change)).status).toBe(200);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
    const bulk = await test.as('ann').post('/shelves/bulk/update', [{ id: '2', ...change }]);
    expect(bulk.status).toBe(200);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
  });

  it('sets the rows of a relation back, with columns that only the table has', async () => {
    const before = await contents();
    expect((await test.as('ann').post('/shelves/2/sync/labels', { labels: [6] })).status).toBe(200);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
    expect((await test.as('ann').post('/shelves/2/detach/labels', { labels: [5, 6] })).status).toBe(
      204,
    );
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
  });

  it('restores each record of a batch with its own rows', async () => {
    await sql(
      `insert into shelves (id, name, updated_at) values (3, 'three', '2026-01-01 00:00:00')`,
    );
    await sql(`update boxes set shelf_id = 3 where id = 2`);
    await sql(`update visits set shelf_id = 3 where id = 3`);
    const before = await contents();
    expect((await test.as('ann').delete('/shelves/bulk/delete', ['2', '3'])).status).toBe(204);
    const rows = await sql('select id from action_logs order by id desc limit 2');
    for (const { id } of rows.reverse())
      expect((await test.as('ann').post(`/action_logs/${id}/revert`, {})).status).toBe(200);
    expect(await contents()).toEqual(before);
  });

  it('leaves alone a row that has got another reference since', async () => {
    await test.as('ann').delete('/shelves/2');
    await sql(`update visits set shelf_id = 1 where id = 1`);
    expect((await revertLast()).status).toBe(200);
    const rows = await sql('select id, shelf_id from visits order by id');
    expect(rows.map(({ shelf_id }) => Number(shelf_id))).toEqual([1, 2, 1]);
  });

  it('is 409 that names the relation and the key if a related record is gone', async () => {
    await test.as('ann').delete('/shelves/2');
    await sql('delete from labels where id = 5');
    const before = await contents();
    const { status, body } = await revertLast();
    expect([status, body]).toEqual([
      409,
      {
        message:
          'The change cannot be reverted as a whole. Send "Prefer: handling=lenient" to restore what can be restored.',
        code: 'revert_unavailable',
        errors: { labels: ['"5" no longer exists.'] },
      },
    ]);
    expect(await contents()).toEqual(before);
  });

  it('restores the rest with handling=lenient, and names what is missing', async () => {
    await test.as('ann').delete('/shelves/2');
    await sql('delete from labels where id = 5');
    const { status, body } = await revertLast({ prefer: 'handling=lenient' });
    expect([status, body.data]).toEqual([
      200,
      {
        affected: 1,
        batch_id: expect.any(String) as string,
        conflicts: [{ type: 'shelves', id: '2', errors: { labels: ['"5" no longer exists.'] } }],
      },
    ]);
    const rows = await sql('select label_id from label_shelf');
    expect(rows.map(({ label_id }) => Number(label_id))).toEqual([6]);
    expect(await sql('select id from items where id = 9')).toHaveLength(1);
  });

  it('is 409 if a statement of a handler has deleted rows that nobody kept', async () => {
    const burnt = await test
      .as('ann')
      .post('/shelves/actions?action=burn-shelves', { repositories: [2] });
    expect(burnt.status).toBe(204);
    const { status, body } = await revertLast();
    expect([status, body]).toEqual([
      409,
      {
        message:
          'The change cannot be reverted: it was deleted by a statement that did not keep what the database deletes with it.',
        code: 'revert_unavailable',
      },
    ]);
  });

  it('is 409 if a column is gone in which a value would be lost', async () => {
    await test.as('ann').delete('/shelves/2');
    await sql(`update action_log_snapshots set content = replace(content, '"note"', '"lost"')`);
    const { status, body } = await revertLast();
    expect([status, body]).toEqual([
      409,
      {
        message: 'The change cannot be reverted: shelves no longer has the column lost.',
        code: 'revert_unavailable',
      },
    ]);
  });

  it('is 409 if more rows were deleted with a record than are kept, and the log contains why', async () => {
    await sql(
      `insert into boxes (id, shelf_id) with recursive n(i) as (select 100 union all select i + 1 from n where i < 999)` +
        ` select a.i * 1000 + b.i, 2 from n a join (select i from n where i < 112) b on 1 = 1`,
    );
    expect((await test.as('ann').delete('/shelves/2')).status).toBe(204);
    const { body } = await test.as('ann').get<any>('/action_logs?sort=-id&perPage=1');
    expect(body.data[0].attributes.meta.obstacle).toBe(
      'more rows were deleted with it than are kept',
    );
    const reverted = await revertLast();
    expect([reverted.status, reverted.body]).toEqual([
      409,
      {
        message: 'The change cannot be reverted: more rows were deleted with it than are kept.',
        code: 'revert_unavailable',
      },
    ]);
  });
});
