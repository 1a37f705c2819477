import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Database } from '../../../src/database/connection/database.js';
import { readSchema } from '../../../src/database/schema/read-schema.js';
import { createTable, Field, Resource, ResourceOf } from '../../../src/index.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { compileResources } from '../../../src/registry/compile-resources.js';
import { describeFault, type Fault } from '../../../src/registry/draft/fault.js';
import { RegistryModule } from '../../../src/app/registry/registry.module.js';
import { databaseUnderTest, testDialect } from '../../support/databases.js';
import { startDemo } from '../../support/demo-app.js';
import { makeInstance } from '../../unit/registry/library/compile.js';

@Entity('albums')
class Album {
  @PrimaryGeneratedColumn() id!: number;
}

/** Its table differs in everything that is compared. */
@Entity('tracks')
@Index(['title', 'rating'])
class Track {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 200 }) title!: string;
  @Column('varchar', { length: 100, nullable: true }) subtitle!: string | null;
  @Column('int', { name: 'length_in_seconds' }) lengthInSeconds!: number;
  @Column('varchar', { length: 20 }) code!: string;
  @Column('varchar', { length: 20, nullable: true }) genre!: string | null;
  @Column('int') rating!: number;
  @Column('varchar', { length: 20, unique: true }) slug!: string;
  @Column('int', { default: 0 }) plays!: number;
  @CreateDateColumn({ name: 'created_at' }) createdAt!: Date;
}

/** Its table matches, spelled differently in the database. */
@Entity('labels')
@Index(['name', 'founded'])
class Label {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('date', { nullable: true }) founded!: string | null;
  @Column('simple-json') settings!: object;
  @Column('boolean', { default: false }) closed!: boolean;
  @Column('decimal', { precision: 12, scale: 2 }) turnover!: string;
  @Column('float') share!: number;
  @Column('bigint') sold!: string;
  @Column('text') notes!: string;
}

@Resource({})
class AlbumResource extends ResourceOf(Album) {}
@Resource({})
class TrackResource extends ResourceOf(Track) {
  @Field() title!: string;
  @Field() subtitle!: string | null;
  @Field({ property: 'lengthInSeconds' }) seconds!: number;
  @Field() genre!: string | null;
}

/** Creates the tables by hand, as after a forgotten migration. */
async function makeTables(database: Database): Promise<void> {
  const runner = database.dataSource.createQueryRunner();
  await createTable(runner, 'tracks', (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(50)} not null`,
      length_in_seconds: `${type.text(20)} not null`,
      code: `${type.integer} not null`,
      genre: `${type.text(20)} not null`,
      rating: `${type.integer} null`,
      slug: `${type.text(20)} not null`,
      plays: `${type.integer} not null`,
      created_at: `${type.datetime} not null`,
      isrc: `${type.text(12)} not null`,
    },
    indexes: [['rating']],
  }));
  await createTable(runner, 'labels', (type) => ({
    columns: {
      id: type.uuidKey,
      name: `${type.text(60)} not null`,
      founded: 'date null',
      settings: `${type.longText} not null`,
      closed: `${type.boolean} default false not null`,
      turnover: 'numeric(12, 2) not null',
      share: `${testDialect === 'postgres' ? 'double precision' : 'double'} not null`,
      sold: 'bigint not null',
      notes: `${type.longText} not null`,
      since: `${type.datetime} default ${type.now} not null`,
    },
    uniques: [['name']],
    indexes: [['name', 'founded', 'sold']],
  }));
  await runner.release();
}

const linesOf = (recordMeta: readonly Fault[]) =>
  recordMeta.map((finding) => describeFault(finding).trim());

describe('The comparison of entities with the database (C9)', () => {
  let database: Database;
  let dispose: () => Promise<void>;
  beforeAll(async () => {
    const source = await databaseUnderTest();
    dispose = source.dispose;
    database = await createDatabase({ url: source.url }, defaultLimits, [Album, Track, Label], []);
    await makeTables(database);
  });
  afterAll(async () => {
    await database.close();
    await dispose();
  });

  const typeNames = { sqlite: ['varchar(20)', 'integer'], postgres: ['varchar', 'int4'] } as const;
  const [text, integer] = typeNames[testDialect as 'sqlite'] ?? ['varchar', 'int'];
  const report = async () =>
    compileResources(
      [AlbumResource, TrackResource],
      database.dataSource,
      makeInstance,
      await readSchema(database),
    ).report;

  it('reports differences that make requests fail as faults, by resource and field', async () => {
    const migrate = (what: string) =>
      `run the migration that ${what}, or write one with resource-api migrate generate.`;
    const change = (type: string) =>
      `change the type in the entity, or write a migration that makes the column ${type}.`;
    expect(linesOf((await report()).faults)).toEqual([
      `AlbumResource: the database has no table albums; ${migrate('creates it')}`,
      `TrackResource.subtitle: the table tracks has no column subtitle; ${migrate('adds it')}`,
      `TrackResource.seconds: the entity declares lengthInSeconds as int, but the column tracks.length_in_seconds is ${text}; ${change('int')}`,
      `TrackResource.code: the entity declares code as varchar, but the column tracks.code is ${integer}; ${change('varchar')}`,
      'TrackResource.genre: the entity declares genre as nullable, but the column tracks.genre does not accept null; remove nullable: true from the entity, or write a migration that makes the column nullable.',
    ]);
  });

  it('reports differences that only cost time, or may be meant, as warnings', async () => {
    const { warnings } = await report();
    const compared = linesOf(warnings).filter((line) => !line.includes('policy'));
    expect(compared).toEqual([
      ...(testDialect === 'sqlite'
        ? []
        : [
            'TrackResource.title: the entity allows 200 characters, but the column tracks.title takes 50: write length: 50 in the entity, or a migration that widens the column.',
          ]),
      'TrackResource.rating: the column tracks.rating may contain null, but the entity does not declare rating as nullable; add nullable: true to the entity, or write a migration that makes the column not null.',
      'TrackResource.plays: the entity declares a default for plays, but the column tracks.plays does not have one; write a migration that adds the default, or remove it from the entity.',
      'TrackResource: the column tracks.isrc does not accept null and has no default, and Track does not declare it, so inserts fail; declare it in the entity, or write a migration that gives it a default or drops it.',
      "TrackResource: Track declares an index on title, rating, but the table tracks does not have it: write indexes: [['title', 'rating']] in a migration.",
      "TrackResource.slug: Track declares a unique index on slug, but the table tracks does not have it: write uniques: [['slug']] in a migration.",
    ]);
  });

  it('detects a table that appears, and a view instead of a table', async () => {
    const isOf = ({ resource }: Fault) => resource === 'AlbumResource';
    await database.write('create view albums as select id from tracks');
    expect((await report()).faults.filter(isOf)).toEqual([]);
    await database.write('drop view albums');
    expect((await report()).faults.filter(isOf)).toHaveLength(1);
  });
});

describe('A database on which every migration has run', () => {
  it('does not differ from the entities of the demo (C9)', async () => {
    const demo = await startDemo();
    const { report } = await demo.app.get(RegistryModule).compile();
    expect(linesOf(report.faults)).toEqual([]);
    expect(linesOf(report.warnings).filter((line) => /column|table|index/.test(line))).toEqual([]);
    await demo.close();
  });
});
