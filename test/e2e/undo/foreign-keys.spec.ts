import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Action,
  ActionLog,
  BelongsTo,
  BelongsToMany,
  createTable,
  dropTable,
  Field,
  HasMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionRequest,
  type Related,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { LogRetention } from '../../../src/modules/action-log/log-retention.js';
import { OrphanSweep } from '../../../src/modules/storage/orphan-sweep.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { form } from '../../support/forms.js';
import { png } from '../../support/images.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('shelves')
class Shelf {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('varchar', { length: 255, nullable: true }) photo!: string | null;
  @Column('int', { nullable: true }) parent_id!: number | null;
  @ManyToOne(() => Shelf) @JoinColumn({ name: 'parent_id' }) parent!: Relation<Shelf> | null;
}

/** On a shelf, with which the database deletes it. */
@Entity('boxes')
class Box {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) label!: string;
  @Column('varchar', { length: 255, nullable: true }) photo!: string | null;
  @Column('int') shelf_id!: number;
  @ManyToOne(() => Shelf) @JoinColumn({ name: 'shelf_id' }) shelf!: Relation<Shelf>;
  @OneToMany(() => Item, (item) => item.box) items!: Relation<Item>[];
  @ManyToMany(() => Mark)
  @JoinTable({
    name: 'box_mark',
    joinColumn: { name: 'box_id' },
    inverseJoinColumn: { name: 'mark_id' },
  })
  marks!: Relation<Mark>[];
}

@Entity('items')
class Item {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('int') box_id!: number;
  @ManyToOne(() => Box, (box) => box.items)
  @JoinColumn({ name: 'box_id' })
  box!: Relation<Box>;
}

@Entity('marks')
class Mark {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
}

/** Keeps existing without its shelf. */
@Entity('tickets')
class Ticket {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int', { nullable: true }) shelf_id!: number | null;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
  @ManyToOne(() => Shelf) @JoinColumn({ name: 'shelf_id' }) shelf!: Relation<Shelf> | null;
}

@Entity('keepers')
class Keeper {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
}

const tables: Readonly<Record<string, Parameters<typeof createTable>[2]>> = {
  keepers: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(40)} not null`,
      password: `${type.text(255)} not null`,
    },
    uniques: [['name']],
  }),
  marks: (type) => ({ columns: { id: type.key, name: `${type.text(40)} not null` } }),
  shelves: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(40)} not null`,
      photo: `${type.text(255)} null`,
      parent_id: `${type.integer} null`,
    },
    foreignKeys: { parent_id: 'shelves (id) on delete restrict' },
  }),
  boxes: (type) => ({
    columns: {
      id: type.key,
      label: `${type.text(40)} not null`,
      photo: `${type.text(255)} null`,
      shelf_id: `${type.integer} not null`,
    },
    foreignKeys: { shelf_id: 'shelves (id) on delete cascade' },
  }),
  items: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(40)} not null`,
      box_id: `${type.integer} not null`,
    },
    foreignKeys: { box_id: 'boxes (id) on delete cascade' },
  }),
  box_mark: (type) => ({
    columns: { box_id: `${type.integer} not null`, mark_id: `${type.integer} not null` },
    primaryKey: ['box_id', 'mark_id'],
    foreignKeys: {
      box_id: 'boxes (id) on delete cascade',
      mark_id: 'marks (id) on delete cascade',
    },
  }),
  tickets: (type) => ({
    columns: {
      id: type.key,
      shelf_id: `${type.integer} null`,
      updated_at: `${type.datetime} default ${type.now} not null`,
    },
    foreignKeys: { shelf_id: 'shelves (id) on delete set null' },
  }),
};

class CreateStore1735700000097 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(tables))
      await createTable(queryRunner, name, define);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await dropTable(queryRunner, name);
  }
}

/** Deletes the shelves below a shelf, and then the shelf, which it received first. */
@Action({})
class ClearShelves {
  async handle(request: ActionRequest, shelves: Shelf[]) {
    const [top, ...below] = shelves;
    for (const shelf of below.reverse()) await request.delete([shelf]);
    await request.delete([top!]);
    const [shelf] = await request.store<Shelf>(Shelf, [{ name: 'New' }]);
    await request.store(Box, [{ label: 'New', shelf_id: shelf!.id }]);
  }
}

@Resource({ policy: OpenPolicy, logged: true, actions: [ClearShelves] })
class ShelfResource extends ResourceOf(Shelf) {
  @Field() name!: string;
  @Field({ image: true }) photo!: string | null;
  @Field() parent_id!: number | null;
  @BelongsTo(() => ShelfResource) parent!: Related;
}

@Resource({ policy: OpenPolicy })
class BoxResource extends ResourceOf(Box) {
  @Field() label!: string;
  @Field({ image: true }) photo!: string | null;
  @Field() shelf_id!: number;
  @BelongsTo(() => ShelfResource) shelf!: Related;
  @HasMany() items!: Related;
  @BelongsToMany(() => MarkResource) marks!: Related;
}

@Resource({ policy: OpenPolicy })
class ItemResource extends ResourceOf(Item) {
  @Field() name!: string;
}

@Resource({ policy: OpenPolicy })
class MarkResource extends ResourceOf(Mark) {
  @Field() name!: string;
}

@Resource({ policy: OpenPolicy })
class TicketResource extends ResourceOf(Ticket) {
  @BelongsTo(() => ShelfResource) shelf!: Related;
}

@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}

@Resource({ policy: OpenPolicy, profile: true })
class KeeperResource extends ResourceOf(Keeper) {
  @Field() name!: string;
}

@ResourceModule({
  resources: [
    ShelfResource,
    BoxResource,
    ItemResource,
    MarkResource,
    TicketResource,
    LogResource,
    KeeperResource,
  ],
  migrations: [CreateStore1735700000097],
})
class StoreModule {}

const folder = mkdtempSync(join(tmpdir(), 'resource-api-undo-'));
let source: DatabaseUnderTest;
let test: TestApplication<Keeper>;
beforeAll(async () => {
  source = await databaseUnderTest();
  test = await createTestApplication<Keeper>({
    modules: [StoreModule],
    options: {
      database: { url: source.url },
      authentication: { user: { entity: Keeper, identifier: 'name', password: 'password' } },
      storage: { path: folder, orphanLifetime: 1 },
    },
  });
  await test.dataSource.manager.insert(Keeper, { name: 'ann', password: 'secret words' });
});
beforeEach(async () => {
  for (const name of [...Object.keys(tables).slice(1).reverse(), 'action_logs'])
    await test.dataSource.query(
      name === 'shelves' ? 'update shelves set parent_id = null' : `delete from ${name}`,
    );
  for (const name of ['shelves', 'marks', 'action_log_files', 'action_log_snapshots'])
    await test.dataSource.query(`delete from ${name}`);
});
afterAll(async () => {
  await test?.close();
  await source?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const client = () => test.as('ann');
const contents = async () => {
  const rows = Object.keys(tables).map(async (name) => [
    name,
    (await test.dataSource.query(`select * from ${name}`))
      .map((row: unknown) => JSON.stringify(row))
      .sort(),
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Readonly<Record<string, string[]>>;
};
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('.incoming'),
  );
const stored = (): readonly string[] => files().map(({ name }) => name);
const statusOf = async (path: string) => (await test.app.inject(path)).statusCode;
/** Sweeps as if all files were old. */
const sweep = () => {
  const old = new Date('2020-01-01T00:00:00Z');
  for (const { parentPath, name } of files()) utimesSync(join(parentPath, name), old, old);
  return test.app.get(OrphanSweep, { strict: false }).run(new AbortController().signal);
};
const insert = async <Row extends object>(entity: new () => Row, row: object): Promise<number> => {
  const { identifiers } = await test.dataSource.manager.insert(entity, row);
  return Number(identifiers[0]!.id);
};
const revertLast = async () => {
  const sql = 'select batch_id from action_logs order by id desc limit 1';
  const [{ batch_id }] = await test.dataSource.query<[{ batch_id: string }]>(sql);
  return client().post<any>('/action_logs/revert', { batch_id });
};
const upload = (path: string, name: string) => {
  const { headers, payload } = form(
    { name: 'name', content: name },
    { name: 'photo', filename: 'p.png', content: png() },
  );
  return client().with(headers).send<any>('POST', path, payload);
};

/** A shelf with all that refers to it. */
async function fullShelf(): Promise<number> {
  const shelf = await insert(Shelf, { name: 'Full' });
  const mark = await insert(Mark, { name: 'Fragile' });
  for (const label of ['a', 'b']) {
    const box = await insert(Box, { label, shelf_id: shelf });
    await insert(Item, { name: label, box_id: box });
    await test.dataSource.query(`insert into box_mark (box_id, mark_id) values (${box}, ${mark})`);
  }
  await insert(Ticket, { shelf_id: shelf, updated_at: new Date('2026-01-02T03:04:05.678Z') });
  return shelf;
}

describe('Reverting a deletion whose effects the database completes', () => {
  it('restores rows of on delete cascade and on delete set null (C15.1)', async () => {
    const shelf = await fullShelf();
    const before = await contents();
    expect((await client().delete(`/shelves/${shelf}`)).status).toBe(204);
    const after = await contents();
    expect([after.boxes, after.items, after.box_mark]).toEqual([[], [], []]);
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect(await contents()).toEqual(before);
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect(await contents()).toEqual(after);
  });

  it('leaves a reference alone that was set to something else meanwhile (C15.1)', async () => {
    const shelf = await fullShelf();
    await client().delete(`/shelves/${shelf}`);
    const other = await insert(Shelf, { name: 'Other' });
    await test.dataSource.query(`update tickets set shelf_id = ${other}`);
    expect(await revertLast()).toMatchObject({ status: 200 });
    const [ticket] = await test.dataSource.query('select shelf_id from tickets');
    expect(Number(ticket.shelf_id)).toBe(other);
  });

  it('is refused if the rows were too many to be kept (C15.1)', async () => {
    const shelf = await insert(Shelf, { name: 'Huge' });
    const box = await insert(Box, { label: 'Huge', shelf_id: shelf });
    const values = Array.from({ length: 500 }, () => `('x', ${box})`).join();
    for (let times = 0; times < 20; times += 1)
      await test.dataSource.query(`insert into items (name, box_id) values ${values}`);
    await client().delete(`/shelves/${shelf}`);
    const { status, body } = await revertLast();
    expect([status, body.code]).toEqual([409, 'revert_unavailable']);
  }, 60_000);

  it('stores records again after those that they refer to (C15.1)', async () => {
    const top = await insert(Shelf, { name: 'Top' });
    const below = await insert(Shelf, { name: 'Below', parent_id: top });
    const lowest = await insert(Shelf, { name: 'Lowest', parent_id: below });
    await insert(Box, { label: 'Old', shelf_id: lowest });
    const before = await contents();
    const action = '/shelves/actions?action=clear-shelves';
    const cleared = await client().post<any>(action, { repositories: [top, below, lowest] });
    expect(cleared.status).toBe(204);
    const after = await contents();
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect(await contents()).toEqual(before);
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect(await contents()).toEqual(after);
  });

  it('deletes stored records before those that they refer to (C15.1)', async () => {
    const shelves = [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }];
    const { body } = await client().post<any>('/shelves/bulk', shelves);
    const [one, two, three] = body.data.map(({ id }: { id: string }) => Number(id)) as number[];
    const before = await contents();
    const updates = [
      { id: one, parent_id: two },
      { id: two, parent_id: three },
    ];
    await client().post('/shelves/bulk/update', updates);
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect(await contents()).toEqual(before);
  });
});

describe('Files of changes that can be reverted', () => {
  it('are kept until the log row is pruned, also from the sweep (C15.3)', async () => {
    const first = (await upload('/shelves', 'Photo')).body.data;
    const { photo } = first.attributes;
    await upload(`/shelves/${first.id}`, 'Another');
    const second = (await client().get<any>(`/shelves/${first.id}`)).body.data.attributes.photo;
    expect(stored()).toHaveLength(2);
    expect([await statusOf(photo), await statusOf(second)]).toEqual([404, 200]);
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect([await statusOf(photo), await statusOf(second)]).toEqual([200, 404]);
    const restored = (await client().get<any>(`/shelves/${first.id}`)).body.data.attributes;
    expect(restored).toMatchObject({ name: 'Photo', photo });
    await client().delete(`/shelves/${first.id}`);
    await sweep();
    expect(stored()).toHaveLength(2);
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect(stored()).toHaveLength(2);

    await test.dataSource.query("update action_logs set created_at = '2020-01-01 00:00:00'");
    await test.app.get(LogRetention, { strict: false }).prune(1);
    expect(stored()).toEqual([photo.split('/').at(-1)]);
    expect(stored()).not.toContain(second.split('/').at(-1));
    expect(await test.dataSource.query('select * from action_log_files')).toEqual([]);
  });

  it('include those of rows that the database deletes (C15.3)', async () => {
    const shelf = await insert(Shelf, { name: 'With a box' });
    const { headers, payload } = form(
      { name: 'label', content: 'Box' },
      { name: 'shelf_id', content: String(shelf) },
      { name: 'photo', filename: 'p.png', content: png() },
    );
    const box = (await client().with(headers).send<any>('POST', '/boxes', payload)).body.data;
    const name = box.attributes.photo.split('/').at(-1);
    await client().delete(`/shelves/${shelf}`);
    await sweep();
    expect(stored()).toContain(name);
    expect(await revertLast()).toMatchObject({ status: 200 });
    expect((await client().get<any>(`/boxes/${box.id}`)).body.data.attributes).toEqual(
      box.attributes,
    );
  });

  it('are removed at once by a change without a log (C10.3)', async () => {
    const shelf = await insert(Shelf, { name: 'With a box' });
    const { headers, payload } = form(
      { name: 'label', content: 'Box' },
      { name: 'shelf_id', content: String(shelf) },
      { name: 'photo', filename: 'p.png', content: png() },
    );
    const box = (await client().with(headers).send<any>('POST', '/boxes', payload)).body.data;
    const name = box.attributes.photo.split('/').at(-1);
    expect(stored()).toContain(name);
    await client().delete(`/boxes/${box.id}`);
    expect(stored()).not.toContain(name);
  });
});
