import {
  Column,
  Entity,
  Index,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import {
  BelongsToMany,
  createTable,
  MorphToMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
} from '../../../src/index.js';
import { describeResources } from '../../../src/registry/describe-resources.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import type { TestApplication } from '../../../src/tooling/testing/index.js';
import { startApp, type StartedApp } from '../../support/app-under-test.js';
import { ReadingPolicy } from '../../support/open-policy.js';

@Entity('readers')
class Reader {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 60, unique: true }) email!: string;
  @Column('varchar', { length: 60 }) password!: string;
  @ManyToMany(() => Volume, (volume) => volume.readers)
  @JoinTable(keys('loans'))
  loans!: Relation<Volume>[];
  @ManyToMany(() => Volume, (volume) => volume.rated)
  @JoinTable(keys('ratings'))
  ratings!: Relation<Volume>[];
  @ManyToMany(() => Volume) @JoinTable(keys('visits')) visits!: Relation<Volume>[];
  labels!: Label[];
}

@Entity('volumes')
class Volume {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 60 }) title!: string;
  @ManyToMany(() => Reader, (reader) => reader.loans) readers!: Relation<Reader>[];
  @ManyToMany(() => Reader, (reader) => reader.ratings) rated!: Relation<Reader>[];
}

@Entity('labels')
class Label {
  @PrimaryColumn('int') id!: number;
  readers!: Reader[];
}

class Pair {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('int') reader_id!: number;
  @Column('int') volume_id!: number;
  @Column('varchar', { length: 20, nullable: true }) note!: string | null;
}

@Entity('loans')
@Unique(['reader_id', 'volume_id'])
class Loan extends Pair {}

@Entity('ratings')
@Index(['volume_id', 'reader_id'], { unique: true })
class Rating extends Pair {}

/** The index does not cover all rows, and MariaDB and MySQL have no such indexes. */
@Entity('visits')
@Index(['reader_id', 'volume_id'], { unique: true, where: "note = 'first'" })
class Visit extends Pair {}

@Entity('labelings')
@Unique(['label_id', 'labeled_type', 'labeled_id'])
class Labeling {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('int') label_id!: number;
  @Column('varchar', { length: 40 }) labeled_type!: string;
  @Column('int') labeled_id!: number;
}

function keys(name: string) {
  return {
    name,
    joinColumn: { name: 'reader_id' },
    inverseJoinColumn: { name: 'volume_id' },
  };
}

class CreateReading1735700000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const record = (columns: readonly string[]) =>
      createTable(runner, columns[0]!, (type) => ({
        columns: {
          id: 'integer primary key not null',
          ...Object.fromEntries(
            columns.slice(1).map((name) => [name, `${type.text(60)} not null`]),
          ),
        },
        ...(columns.includes('email') && { uniques: [['email']] }),
      }));
    await record(['readers', 'email', 'password']);
    await record(['volumes', 'title']);
    await record(['labels']);
    for (const [name, uniques] of [
      ['loans', [['reader_id', 'volume_id']]],
      ['ratings', [['volume_id', 'reader_id']]],
      ['visits', []],
    ] as const)
      await createTable(runner, name, (type) => ({
        columns: {
          id: type.uuidKey,
          reader_id: `${type.integer} not null`,
          volume_id: `${type.integer} not null`,
          note: `${type.text(20)} null`,
        },
        uniques,
      }));
    await createTable(runner, 'labelings', (type) => ({
      columns: {
        id: type.uuidKey,
        label_id: `${type.integer} not null`,
        labeled_type: `${type.text(40)} not null`,
        labeled_id: `${type.integer} not null`,
      },
      uniques: [['label_id', 'labeled_type', 'labeled_id']],
    }));
  }

  async down(): Promise<void> {}
}

const open = { canAttach: () => true, canDetach: () => true };

@Resource({ policy: ReadingPolicy })
class ReaderResource extends ResourceOf(Reader, { fields: ['email'] }) {
  @BelongsToMany(() => VolumeResource, { ...open, through: () => Loan, withPivot: ['note'] })
  loans!: Related;
  @BelongsToMany(() => VolumeResource, { ...open, through: () => Rating, withPivot: ['note'] })
  ratings!: Related;
  @BelongsToMany(() => VolumeResource, { ...open, through: () => Visit, withPivot: ['note'] })
  visits!: Related;
  @MorphToMany(() => LabelResource, { ...open, through: () => Labeling }) labels!: Related;
}

@Resource({ policy: ReadingPolicy })
class VolumeResource extends ResourceOf(Volume, { fields: ['title'] }) {
  @BelongsToMany(() => ReaderResource, { ...open, through: () => Loan }) readers!: Related;
  @BelongsToMany(() => ReaderResource, { ...open, through: () => Rating, unique: false })
  rated!: Related;
}

@Resource({ policy: ReadingPolicy })
class LabelResource extends ResourceOf(Label, { fields: [] }) {
  @MorphToMany(() => ReaderResource, { ...open, through: () => Labeling }) readers!: Related;
}

@ResourceModule({
  resources: [ReaderResource, VolumeResource, LabelResource],
  entities: [Loan, Rating, Visit, Labeling],
  migrations: [CreateReading1735700000021],
})
class ReadingModule {}

describe('A join table with a unique index of its pair (issue 20, 4)', () => {
  let started: StartedApp<Reader>;
  let test: TestApplication<Reader>;
  beforeAll(async () => {
    const user = { entity: Reader, identifier: 'email', password: 'password' } as const;
    started = await startApp<Reader>({
      modules: [ReadingModule],
      options: { authentication: { user } },
    });
    test = started.test;
    await test.factory(Reader).create({ id: 1, email: 'ann@example.com' });
    await test.factory(Volume).create({ id: 2 });
    await test.factory(Label).create({ id: 3 });
  });
  afterAll(async () => {
    await test.close();
    await started.source.dispose();
  });

  const post = (path: string, body: object) => test.as('ann@example.com').post<any>(path, body);
  const attachTwice = async (path: string, again: string, key = '2', from = '1') => {
    const [name, other] = [path.split('/').at(-1)!, again.split('/').at(-1)!];
    expect((await post(path, { [name]: [key] })).status).toBe(201);
    return post(again, { [other]: [from] });
  };

  it('rejects a second attach, from both sides (C7.6)', async () => {
    const again = await attachTwice('/readers/1/attach/loans', '/readers/1/attach/loans', '2', '2');
    expect(again).toHaveErrors({ loans: 'The selected loans are already attached: 2.' });
    const inverse = await post('/volumes/2/attach/readers', { readers: ['1'] });
    expect(inverse).toHaveErrors({ readers: 'The selected readers are already attached: 1.' });
    expect(await test.dataSource.getRepository(Loan).count()).toBe(1);
  });

  it('rejects it for a morph, from both sides (C7.6)', async () => {
    const again = await attachTwice('/readers/1/attach/labels', '/labels/3/attach/readers', '3');
    expect(again).toHaveErrors({ readers: 'The selected readers are already attached: 1.' });
    expect(await post('/readers/1/attach/labels', { labels: ['3'] })).toHaveErrors(['labels']);
  });

  it('rejects all but one of the concurrent ones (C7.6)', async () => {
    await test.factory(Volume).create({ id: 4 });
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_none, at) =>
        at % 2 === 0
          ? post('/readers/1/attach/loans', { loans: ['4'] })
          : post('/volumes/4/attach/readers', { readers: ['1'] }),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort((one, other) => one - other);
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
  });

  it('updates the pivot values under unique: false, declared on either side (C7.6)', async () => {
    for (const note of ['good', 'better'])
      expect((await post('/readers/1/attach/ratings', { ratings: ['2'], note })).status).toBe(201);
    expect(await test.dataSource.getRepository(Rating).find()).toMatchObject([{ note: 'better' }]);
  });

  it('adds a row if the index does not cover all rows (C7.6)', async () => {
    for (const note of ['first', 'second'])
      expect((await post('/readers/1/attach/visits', { visits: ['2'], note })).status).toBe(201);
    expect(await test.dataSource.getRepository(Visit).count()).toBe(2);
  });

  it('is visible in resources:check and in the OpenAPI document', async () => {
    const { resources } = test.app.get(ResourceRegistry, { strict: false });
    const report = describeResources(resources, '/api');
    expect(report).toContain('loans (reader_id, volume_id), unique');
    expect(report).toContain('loans (volume_id, reader_id), unique');
    expect(report).toMatch(/ratings \(reader_id, volume_id\)$/m);
    const document = (await test.app.inject({ url: '/docs/openapi.json' })).json();
    const keysOf = (name: string) =>
      document.components.schemas[`readers.${name}.attach`].properties[name].description;
    expect(keysOf('loans')).toMatch(/Attached records are rejected\.$/);
    expect(keysOf('ratings')).toMatch(/counting each once\.$/);
  });
});
