import 'reflect-metadata';
import {
  ChildEntity,
  Column,
  CreateDateColumn,
  DataSource,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  TableInheritance,
  Unique,
  ViewColumn,
  ViewEntity,
  type MigrationInterface,
} from 'typeorm';
import { connectionOptions } from '../../../src/database/opening/connection-options.js';
import { describeMigration } from '../../../src/database/migrations/describe-migration.js';
import { findMissing } from '../../../src/database/migrations/find-missing.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { databaseUnderTest, testDialect, type DatabaseUnderTest } from '../../support/databases.js';
import { WrittenFiles } from '../../support/pages/written-files.js';

/** Comes first, and refers to a later one. */
@Entity('crates')
@Unique(['label', 'quay_code'])
class Crate {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 40 })
  @Index()
  label!: string;

  @Column('varchar', { length: 8, nullable: true })
  quay_code!: string | null;

  @Column('decimal', { precision: 10, scale: 2, default: 1 })
  weight!: string;

  @Column('json', { nullable: true })
  papers!: unknown;

  @Column('varchar', { length: 20, default: 'captain' })
  owner!: string;

  @Column({ default: false })
  sealed!: boolean;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @ManyToOne(() => Quay, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'quay_code' })
  quay!: unknown;
}

@Entity('quays')
class Quay {
  @PrimaryColumn('varchar', { length: 8 })
  code!: string;

  @Column('text', { nullable: true })
  notes!: string | null;
}

/** The same tables, one version later. */
@Entity('quays')
class DeeperQuay extends Quay {
  @Column('int', { nullable: true })
  depth!: number | null;
}

@ViewEntity('wharf_codes', { expression: 'select 1 as total' })
class WharfCodes {
  @ViewColumn()
  total!: number;
}

@Entity({ name: 'piers', schema: 'public' })
class Pier {
  @PrimaryGeneratedColumn()
  id!: number;
}
@Entity({ name: 'far_piers', schema: 'elsewhere' })
class FarPier {
  @PrimaryGeneratedColumn()
  id!: number;
}

@Entity('vessels')
@TableInheritance({ column: { type: 'varchar', name: 'kind', length: 20 } })
class Vessel {
  @PrimaryGeneratedColumn()
  id!: number;
}
@ChildEntity()
class Ferry extends Vessel {
  @Column('int')
  seats!: number;
}
@ChildEntity()
class Tug extends Vessel {
  @Column('int')
  power!: number;
}

let place: DatabaseUnderTest;
beforeAll(async () => {
  place = await databaseUnderTest();
});
afterAll(() => place.dispose());

/** Generates the migration for these entities, and returns it as source and run. */
async function generated(entities: Function[], className: string) {
  const dataSource = await connected(entities);
  const text = describeMigration(await findMissing(dataSource), { className });
  await dataSource.destroy();
  const files = new WrittenFiles(new Map([[`migrations/${className}.ts`, text]]));
  const exported = await files.load<Record<string, new () => MigrationInterface>>(
    `migrations/${className}.ts`,
  );
  files.dispose();
  return { text, migration: new exported[className]!() };
}

async function connected(entities: Function[]) {
  const options = await connectionOptions({ url: place.url, poolSize: 1 }, defaultLimits);
  return new DataSource({ ...options, entities }).initialize();
}

/** What is missing after that work, by the entities. */
async function missingAfter(
  entities: Function[],
  work: (runner: ReturnType<DataSource['createQueryRunner']>) => Promise<void>,
) {
  const dataSource = await connected(entities);
  const runner = dataSource.createQueryRunner();
  await work(runner);
  await runner.release();
  const { tables, columns, unknown } = await findMissing(dataSource);
  await dataSource.destroy();
  return [
    ...tables.map(({ tableName }) => tableName),
    ...columns.map(({ databaseName }) => databaseName),
    ...unknown,
  ];
}

describe('A generated migration (issue 8, 1)', () => {
  it('creates the tables of entities, those that are referred to first, and drops them again', async () => {
    const { text, migration } = await generated([Crate, Quay], 'CreateHarbour1800000000001');
    expect(text).toContain("uniques: [['label', 'quay_code']],");
    expect(text).toContain("foreignKeys: { quay_code: 'quays (code) on delete set null' },");
    expect(text.indexOf(`'quays', (type)`)).toBeLessThan(text.indexOf(`'crates', (type)`));
    expect(await missingAfter([Crate, Quay], async () => undefined)).toEqual(['quays', 'crates']);
    expect(await missingAfter([Crate, Quay], (runner) => migration.up(runner))).toEqual([]);
    expect(await missingAfter([Crate, Quay], (runner) => migration.down(runner))).toEqual([
      'quays',
      'crates',
    ]);
    // Interrupted between its steps, it runs again.
    await missingAfter([Crate, Quay], (runner) => migration.up(runner));
    expect(await missingAfter([Crate, Quay], (runner) => migration.up(runner))).toEqual([]);
  });

  it('keeps the defaults of the entities', async () => {
    const dataSource = await connected([Crate, Quay]);
    const crates = dataSource.getRepository(Crate);
    const { id } = await crates.save({ label: 'Tea' });
    const found = await crates.findOneByOrFail({ id });
    expect({ ...found, weight: Number(found.weight), sealed: Boolean(found.sealed) }).toMatchObject(
      {
        ...{
          label: 'Tea',
          quay_code: null,
          weight: 1,
          papers: null,
          owner: 'captain',
          sealed: false,
        },
        created_at: expect.any(Date),
      },
    );
    await dataSource.destroy();
  });

  it('adds a column to a table with rows, and reports columns without an entity without dropping them', async () => {
    const { text, migration } = await generated([DeeperQuay], 'AddDepth1800000000002');
    expect(text).toContain(
      "addColumn(queryRunner, 'quays', 'depth', (type) => `${type.integer} null`);",
    );
    expect(await missingAfter([DeeperQuay], (runner) => migration.up(runner))).toEqual([]);
    expect(await missingAfter([DeeperQuay], (runner) => migration.up(runner))).toEqual([]);
    expect(await missingAfter([Quay], async () => undefined)).toEqual(['quays.depth']);
    expect(await missingAfter([DeeperQuay], (runner) => migration.down(runner))).toEqual(['depth']);
  });

  it('does not create a view that exists', async () => {
    const dataSource = await connected([]);
    await dataSource.query('create view wharf_codes as select 1 as total');
    await dataSource.destroy();
    expect(await missingAfter([WharfCodes], async () => undefined)).toEqual([]);
  });

  it('leaves out the tables of other schemas, which it cannot name', async () => {
    const missing = await missingAfter([Pier, FarPier], async () => undefined);
    // The other engines have no schemas, and ignore those of entities.
    expect(missing).toEqual(testDialect === 'postgres' ? ['piers'] : ['piers', 'far_piers']);
  });

  it('creates the columns of all child entities', async () => {
    const { text } = await generated([Vessel, Ferry, Tug], 'CreateVessels1800000000003');
    expect(text).toContain('seats: ');
    expect(text).toContain('power: ');
  });
});
