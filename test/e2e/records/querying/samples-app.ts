import { Injectable } from '@nestjs/common';
import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import {
  BelongsTo,
  createTable,
  dropTable,
  everything,
  Field,
  HasMany,
  HasOne,
  Resource,
  ResourceModule,
  ResourceOf,
  where,
  type Policy,
  type Related,
  type Scope,
} from '../../../../src/index.js';
import type { TestResponse } from '../../../../src/tooling/testing/index.js';
import { AppUnderTest, startApp, withKey } from '../../../support/app-under-test.js';
import { insert } from '../../../support/library-app/seed.js';

/** The user of the request. */
@Entity('callers')
export class Caller {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') name!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
}

/** A row with a column of every type. */
@Entity('samples')
export class Sample {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { nullable: true }) label!: string | null;
  @Column('int', { nullable: true }) size!: number | null;
  @Column('decimal', { precision: 30, scale: 3, nullable: true }) amount!: string | null;
  @Column('bigint', { nullable: true }) big!: string | null;
  @Column('float', { nullable: true }) ratio!: number | null;
  @Column('boolean', { nullable: true }) flag!: boolean | null;
  @Column('date', { nullable: true }) day!: string | null;
  @Column({ type: Date, precision: 3, nullable: true }) at!: Date | null;
  @Column('uuid', { nullable: true }) code!: string | null;
  @Column('json', { nullable: true }) data!: { theme: string; deep: { word: string } } | null;
  @Column('boolean') hidden!: boolean;
  @Column('int', { name: 'parent_id', nullable: true }) parentId!: number | null;
  @ManyToOne(() => Sample, (sample) => sample.children)
  @JoinColumn({ name: 'parent_id' })
  parent!: Relation<Sample> | null;
  @OneToMany(() => Sample, (sample) => sample.parent) children!: Relation<Sample>[];
  @OneToOne(() => Tag, (tag) => tag.sample) tag!: Relation<Tag> | null;
}

/** At most one per sample. */
@Entity('tags')
export class Tag {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') word!: string;
  @Column('boolean') hidden!: boolean;
  @Index({ unique: true }) @Column('int', { name: 'sample_id' }) sampleId!: number;
  @OneToOne(() => Sample, (sample) => sample.tag)
  @JoinColumn({ name: 'sample_id' })
  sample!: Relation<Sample>;
}

@Injectable()
class CallerPolicy implements Policy<Caller, Caller> {
  scope(): Scope<Caller> {
    return everything();
  }
}

@Injectable()
class VisiblePolicy implements Policy<Sample, Caller> {
  scope(): Scope<Sample> {
    return where({ hidden: false });
  }
  index() {
    return true;
  }
}

@Injectable()
class TagPolicy implements Policy<Tag, Caller> {
  scope(): Scope<Tag> {
    return where({ hidden: false });
  }
  index() {
    return true;
  }
}

@Resource({ policy: CallerPolicy })
class CallerResource extends ResourceOf(Caller) {
  @Field() name!: string;
}

@Resource({ policy: VisiblePolicy, perPage: 100 })
export class SampleResource extends ResourceOf(Sample) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) label!: string | null;
  @Field({ sortable: true, matchable: 'between' }) size!: number | null;
  @Field({ sortable: true, matchable: 'number' }) amount!: string | null;
  @Field({ sortable: true, matchable: 'number' }) big!: string | null;
  @Field({ sortable: true, matchable: 'number' }) ratio!: number | null;
  @Field({ sortable: true, matchable: 'boolean' }) flag!: boolean | null;
  @Field({ sortable: true, matchable: 'datetime' }) day!: string | null;
  @Field({ sortable: true, matchable: 'datetime' }) at!: Date | null;
  @Field({ sortable: true, matchable: 'text' }) code!: string | null;
  @Field() data!: Sample['data'];
  @Field() parent_id!: number | null;
  @BelongsTo(() => SampleResource, {
    searchable: ['label'],
    sortable: ['label', 'at', 'data->theme', 'data->deep->word'],
  })
  parent!: Related;
  @HasMany(() => SampleResource) children!: Related;
  @HasOne(() => TagResource, { sortable: ['word'] }) tag!: Related;
}

@Resource({ policy: TagPolicy })
export class TagResource extends ResourceOf(Tag) {
  @Field() word!: string;
}

type Tables = Parameters<typeof createTable>[2];
const tables: Readonly<Record<string, Tables>> = {
  callers: (type) => ({
    columns: {
      id: 'integer primary key not null',
      name: `${type.text(60)} not null`,
      password: `${type.text(60)} null`,
    },
  }),
  samples: (type) => ({
    columns: {
      id: 'integer primary key not null',
      label: `${type.text(60)} null`,
      size: `${type.integer} null`,
      amount: 'decimal(30,3) null',
      big: 'bigint null',
      ratio: 'double precision null',
      flag: `${type.boolean} null`,
      day: 'date null',
      at: `${type.datetime} null`,
      code: `${type.uuid} null`,
      data: `${type.json} null`,
      hidden: `${type.boolean} not null`,
      parent_id: `${type.integer} null`,
    },
    indexes: [['label'], ['at'], ['parent_id', 'id']],
  }),
  tags: (type) => ({
    columns: {
      id: 'integer primary key not null',
      word: `${type.text(60)} not null`,
      hidden: `${type.boolean} not null`,
      sample_id: `${type.integer} not null`,
    },
    uniques: [['sample_id']],
  }),
};

class CreateSamples1735700000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(tables))
      await createTable(queryRunner, name, define);
  }
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await dropTable(queryRunner, name);
  }
}

@ResourceModule({
  resources: [CallerResource, SampleResource, TagResource],
  migrations: [CreateSamples1735700000001],
})
class SamplesModule {}

/** The values that a test sets in a row; the rest is null, and the row is visible. */
export type SampleRow = Readonly<{ id: number } & Record<string, unknown>>;

/** A running application over rows of every type, on a database of the run's dialect. */
export class SamplesApp extends AppUnderTest<Caller, 'caller'> {
  static async start(
    samples: readonly SampleRow[],
    tags: readonly SampleRow[] = [],
  ): Promise<SamplesApp> {
    const started = await startApp<Caller>({
      modules: [SamplesModule],
      options: {
        authentication: { user: { entity: Caller, identifier: 'name', password: 'password' } },
      },
    });
    const app = new SamplesApp(started, { caller: withKey(Caller, 1) });
    await insert(app.database, 'callers', { id: 1, name: 'Caller' });
    for (const row of samples) await insert(app.database, 'samples', { hidden: false, ...row });
    for (const row of tags) await insert(app.database, 'tags', { hidden: false, ...row });
    return app.signIn();
  }

  /** `get('samples?sort=label')` */
  get<Body>(path: string): Promise<TestResponse<Body>> {
    return this.client('caller').get<Body>(`/${path}`);
  }

  /** The keys of the samples that a query returns, in their order. */
  async keys(query: string): Promise<readonly number[]> {
    const { status, body } = await this.get<{ data?: readonly { id: string }[] }>(
      `samples?${query}`,
    );
    if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
    return body.data!.map(({ id }) => Number(id));
  }

  /** The error of a rejected query: the parameter and the message. */
  async refusal(query: string): Promise<readonly [string, string]> {
    const { status, body } = await this.get<{ errors: Record<string, readonly [string]> }>(
      `samples?${query}`,
    );
    expect(status).toBe(400);
    const [[parameter, [text]]] = Object.entries(body.errors) as [[string, [string]]];
    return [parameter, text];
  }
}
