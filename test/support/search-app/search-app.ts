import { Injectable } from '@nestjs/common';
import { Column, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  createTable,
  dropTable,
  everything,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  type Policy,
  type Scope,
} from '../../../src/index.js';
import { RegistryModule } from '../../../src/modules/registry/registry.module.js';
import { readSchema } from '../../../src/execution/schema/read-schema.js';
import { findMissingTrigrams } from '../../../src/registry/missing-indexes.js';
import { AppUnderTest, startApp, withKey } from '../app-under-test.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';

@Entity('readers')
class Reader {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') name!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
}

/** Two tables with the same columns. Only one table declares trigram indexes. */
abstract class Text {
  @PrimaryColumn('int') id!: number;
  @Column('text', { nullable: true }) body!: string | null;
  @Column('varchar', { nullable: true }) note!: string | null;
}
@Entity('indexed_texts')
class IndexedText extends Text {}
@Entity('plain_texts')
class PlainText extends Text {}

@Injectable()
class OpenPolicy implements Policy<object, Reader> {
  scope(): Scope<object> {
    return everything();
  }
  index() {
    return true;
  }
}

@Resource({ policy: OpenPolicy })
class ReaderResource extends ResourceOf(Reader) {
  @Field() name!: string;
}
@Resource({ policy: OpenPolicy, perPage: 100 })
class IndexedTextResource extends ResourceOf(IndexedText) {
  @Field({ searchable: 'trigram', matchable: 'text' }) body!: string | null;
  @Field({ searchable: 'trigram' }) note!: string | null;
}
@Resource({ policy: OpenPolicy, perPage: 100 })
class PlainTextResource extends ResourceOf(PlainText) {
  @Field({ searchable: true, matchable: 'text' }) body!: string | null;
  @Field({ searchable: true }) note!: string | null;
}

class CreateTexts1735700000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'readers', (type) => ({
      columns: {
        id: 'integer primary key not null',
        name: `${type.text(60)} not null`,
        password: `${type.text(60)} null`,
      },
    }));
    for (const table of ['indexed_texts', 'plain_texts'])
      await createTable(queryRunner, table, (type) => ({
        columns: {
          id: 'integer primary key not null',
          body: `${type.longText} null`,
          note: `${type.text(200)} null`,
        },
      }));
  }
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['readers', 'indexed_texts', 'plain_texts'])
      await dropTable(queryRunner, table);
  }
}

@ResourceModule({
  resources: [ReaderResource, IndexedTextResource, PlainTextResource],
  migrations: [CreateTexts1735700000002],
})
class SearchModule {}

/** A row of both tables. */
export interface TextRow {
  readonly id: number;
  readonly body: string | null;
  readonly note: string | null;
}

type Table = 'indexed_texts' | 'plain_texts';

/** Texts that are searched with an index of trigrams, and without one. */
export class SearchApp extends AppUnderTest<Reader, 'reader'> {
  static async start(source?: DatabaseUnderTest): Promise<SearchApp> {
    const place = source ?? (await databaseUnderTest());
    const started = await startApp<Reader>(
      {
        modules: [SearchModule],
        options: {
          authentication: { user: { entity: Reader, identifier: 'name', password: 'password' } },
        },
      },
      place,
    );
    const app = new SearchApp(started, { reader: withKey(Reader, 1) });
    if (!source) await app.database.write(`insert into readers (id, name) values (1, 'Reader')`);
    return app.signIn();
  }

  /** Starts again on the same database, so that it is read again. */
  async restart(): Promise<SearchApp> {
    await this.test.close();
    return SearchApp.start(this.source);
  }

  compile() {
    return this.app.get(RegistryModule).compile();
  }

  async missing() {
    const { resources } = await this.compile();
    return findMissingTrigrams(resources!, await readSchema(this.database));
  }

  /** Creates the declared indexes, as `check --indexes` prints them. */
  async createIndexes(): Promise<void> {
    for (const { create } of await this.missing())
      if (typeof create !== 'string')
        for (const statement of create) await this.database.write(statement);
  }

  async insert(rows: readonly TextRow[]): Promise<void> {
    const places = rows.map(() => '(?, ?, ?)').join(', ');
    const values = rows.flatMap(({ id, body, note }) => [id, body, note]);
    for (const table of ['indexed_texts', 'plain_texts'])
      await this.database.write(`insert into ${table} (id, body, note) values ${places}`, values);
  }

  async inBoth(change: (table: Table) => readonly [sql: string, values: readonly unknown[]]) {
    for (const table of ['indexed_texts', 'plain_texts'] as const)
      await this.database.write(...change(table));
  }

  /** The keys and the total of the rows that a query finds. */
  async find(table: Table, query: string): Promise<readonly [total: number, keys: string]> {
    const { status, body } = await this.client('reader').get<{
      meta: { total: number };
      data: readonly { id: string }[];
    }>(`/${table}?perPage=100&${query}`);
    if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
    return [body.meta.total, body.data.map(({ id }) => id).join()];
  }
}
