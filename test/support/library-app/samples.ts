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
  type Relation,
} from 'typeorm';
import {
  BelongsTo,
  Field,
  HasMany,
  HasOne,
  Resource,
  ResourceOf,
  where,
  type Policy,
  type Related,
  type Scope,
} from '../../../src/index.js';
import type { Patron } from './entities.js';
import { LibraryApp, type Section } from './library-app.js';
import { insert } from './seed.js';
import { CreateTables, type Tables } from '../create-tables.js';

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
class VisiblePolicy implements Policy<Sample | Tag, Patron> {
  scope(): Scope<Sample | Tag> {
    return where({ hidden: false });
  }
  index() {
    return true;
  }
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

@Resource({ policy: VisiblePolicy })
export class TagResource extends ResourceOf(Tag) {
  @Field() word!: string;
}

const tables: Tables = {
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

class CreateSamples1735700000001 extends CreateTables {
  protected readonly tables = tables;
}

const section: Section = {
  resources: [SampleResource, TagResource],
  migration: CreateSamples1735700000001,
};

/** The values that a test sets in a row; the rest is null, and the row is visible. */
export type SampleRow = Readonly<{ id: number } & Record<string, unknown>>;

/** Starts the library with rows of every type. */
export async function startSamples(
  samples: readonly SampleRow[],
  tags: readonly SampleRow[] = [],
): Promise<LibraryApp> {
  const library = await LibraryApp.start({ sections: [section] });
  const { database } = library;
  for (const row of samples) await insert(database, 'samples', { hidden: false, ...row });
  for (const row of tags) await insert(database, 'tags', { hidden: false, ...row });
  return library;
}

/** The keys of the samples that a query returns, in their order. */
export async function sampleKeys(library: LibraryApp, query: string): Promise<readonly number[]> {
  const { status, body } = await library.get(`samples?${query}`);
  if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
  return body.data.map(({ id }: { readonly id: string }) => Number(id));
}

/** The error of a rejected query: the parameter and the message. */
export async function sampleRefusal(
  library: LibraryApp,
  query: string,
): Promise<readonly [string, string]> {
  const { status, body } = await library.get<{ errors: Record<string, readonly [string]> }>(
    `samples?${query}`,
  );
  expect(status).toBe(400);
  const [[parameter, [text]]] = Object.entries(body.errors) as [[string, [string]]];
  return [parameter, text];
}
