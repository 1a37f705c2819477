import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChildEntity,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  type Relation,
} from 'typeorm';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Database } from '../../../src/database/connection/database.js';
import { readSchema } from '../../../src/database/schema/read-schema.js';
import { StoredSchema } from '../../../src/database/schema/stored-schema.js';
import { createTable, Resource, ResourceOf } from '../../../src/index.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { compileResources } from '../../../src/registry/compile-resources.js';
import { describeFault } from '../../../src/registry/draft/fault.js';
import { databaseUnderTest, testDialect } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';
import { makeInstance } from '../../unit/registry/library/compile.js';

const hasTriggers = testDialect !== 'sqlite';

@Entity('staff')
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
class Staff {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
}
@ChildEntity()
class Driver extends Staff {
  @Column('varchar', { length: 20 }) licence!: string;
}
/** The database generates its key. */
@Entity('badges')
class Badge {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' }) id!: string;
  @Column('int') staff_id!: number;
  @ManyToOne(() => Staff)
  @JoinColumn({ name: 'staff_id' })
  staff!: Relation<Staff>;
}
/** A trigger sets the columns that the entity does not declare, or the resource does not write. */
@Entity('visits')
class Visit {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) place!: string;
  @Column('varchar', { length: 40 }) folded!: string;
}

@Resource({ policy: OpenPolicy })
class StaffResource extends ResourceOf(Staff, { fields: ['name'] }) {}
@Resource({ policy: OpenPolicy })
class BadgeResource extends ResourceOf(Badge, { fields: ['staff_id'], relations: ['staff'] }) {}
@Resource({ policy: OpenPolicy })
class VisitResource extends ResourceOf(Visit, { fields: ['place'] }) {}

async function makeTables(database: Database): Promise<void> {
  const runner = database.dataSource.createQueryRunner();
  await createTable(runner, 'staff', (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(40)} not null`,
      licence: `${type.text(20)} null`,
      kind: `${type.text(20)} not null`,
    },
  }));
  const isPostgres = testDialect === 'postgres';
  await createTable(runner, 'badges', (type) => ({
    columns: {
      id: `${isPostgres ? 'uuid default gen_random_uuid()' : type.uuid} primary key not null`,
      staff_id: `${type.integer} not null`,
    },
  }));
  await createTable(runner, 'visits', (type) => ({
    columns: {
      id: type.key,
      place: `${type.text(40)} not null`,
      folded: `${type.text(40)} not null`,
      digest: `${type.text(40)} not null`,
    },
  }));
  if (isPostgres) {
    await runner.query(
      `create function fill_visit() returns trigger language plpgsql as 'begin new.folded := lower(new.place); new.digest := md5(new.place); return new; end'`,
    );
    await runner.query(
      'create trigger fill before insert on visits for each row execute function fill_visit()',
    );
  } else if (hasTriggers)
    await runner.query(
      'create trigger fill before insert on visits for each row set new.folded = lower(new.place), new.digest = md5(new.place)',
    );
  await runner.release();
}

describe('The comparison of entities with the database (C9)', () => {
  let database: Database;
  let dispose: () => Promise<void>;
  const linesOf = async (resources: Parameters<typeof compileResources>[0]) => {
    const { report } = compileResources(
      resources,
      database.dataSource,
      makeInstance,
      await readSchema(database),
    );
    return [...report.faults, ...report.warnings].map((each) => describeFault(each).trim());
  };
  beforeAll(async () => {
    const source = await databaseUnderTest();
    ({ dispose } = source);
    const entities = [Staff, Driver, Badge, Visit];
    database = await createDatabase({ url: source.url }, defaultLimits, entities, []);
    await makeTables(database);
  });
  afterAll(async () => {
    await database.close();
    await dispose();
  });

  it('finds no difference in the table of child entities, nor in a generated uuid', async () => {
    const lines = await linesOf([StaffResource, BadgeResource]);
    const own = lines.filter((line) => /^(Staff|Badge)/.test(line));
    expect(own.filter((line) => /column|null|default|uuid/.test(line))).toEqual([]);
  });

  it('does not warn of columns that a trigger may fill', async () => {
    const lines = await linesOf([VisitResource]);
    const columns = lines.filter((line) => /folded|digest/.test(line));
    expect(columns).toHaveLength(hasTriggers ? 0 : 2);
  });

  it('does not depend on whether a domain accepts null, which only PostgreSQL has', async () => {
    if (testDialect !== 'postgres') return;
    await database.write('create domain code as varchar(8) not null');
    await database.write('alter table badges add column code code, add column note varchar(8)');
    const badges = (await readSchema(database)).findTable('badges')!;
    expect(badges.findColumn('code')).toMatchObject({ nullable: true, required: true, length: 8 });
    expect(badges.findColumn('note')).toMatchObject({ nullable: true, required: false, length: 8 });
    await database.write('alter table badges drop column code, drop column note');
  });

  it('does not take a foreign key to another schema for one to a table of the same name', async () => {
    if (testDialect === 'sqlite') return;
    await database.write('create schema elsewhere');
    await database.write('create table elsewhere.staff (id int primary key)');
    await database.write(
      'create table guards (id int primary key, staff_id int, foreign key (staff_id) references elsewhere.staff (id))',
    );
    const stored = new StoredSchema(database);
    stored.load(await readSchema(database));
    expect(stored.columnsOf('guards').map(({ name }) => name)).toEqual(['id', 'staff_id']);
    expect(stored.foreignKeys.filter(({ from }) => from.table === 'guards')).toEqual([]);
    await database.write('drop table guards');
    await database.write('drop table elsewhere.staff');
    await database.write('drop schema elsewhere');
  });

  it('names the resource that a module has to register', async () => {
    const lines = await linesOf([BadgeResource]);
    expect(lines.filter((line) => line.includes('staff'))).toEqual([
      expect.stringContaining('StaffResource in the resources of a module') as string,
    ]);
  });
});

describe('A deployment for a database that exists', () => {
  it('does not start without it, and creates none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'resource-api-existing-'));
    const file = join(folder, 'missing.sqlite');
    try {
      await expect(
        createDatabase({ url: `sqlite:${file}`, existing: true }, defaultLimits, [], []),
      ).rejects.toThrow(/does not exist.*Set DATABASE_URL/);
      expect(existsSync(file)).toBe(false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
