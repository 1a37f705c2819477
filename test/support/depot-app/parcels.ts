import {
  Column,
  Entity,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type ColumnType,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import {
  createTable,
  dropTable,
  Field,
  MorphMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
  type ResourceApiOptions,
} from '../../../src/index.js';
import { startApp, type StartedApp } from '../app-under-test.js';
import { databaseUnderTest, testDialect, type DatabaseUnderTest } from '../databases.js';
import { OpenPolicy } from '../open-policy.js';
import { depotDeployment } from './depot-app.js';
import type { Keeper, Sticker } from './entities.js';
import { StickerResource } from './resources.js';

const binary: ColumnType = testDialect === 'postgres' ? 'bytea' : 'blob';

/** Only its first columns have fields; nobody sees the others. */
@Entity('parcels')
class Parcel {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) address!: string;
  @Column('int', { nullable: true }) grams!: number | null;
  @Column('varchar', { length: 40, nullable: true }) first!: string | null;
  @Column('varchar', { length: 40, nullable: true }) second!: string | null;
  @Column('bigint', { nullable: true }) number!: string | null;
  @Column('decimal', { precision: 10, scale: 2, nullable: true }) price!: string | null;
  @Column('double precision', { nullable: true }) length!: number | null;
  @Column('float', { nullable: true }) width!: number | null;
  @Column('boolean', { nullable: true }) fragile!: boolean | null;
  @Column('date', { nullable: true }) due!: string | null;
  @Column({ type: Date, precision: 3, nullable: true }) seen_at!: Date | null;
  @Column('json', { nullable: true }) notes!: unknown;
  @Column('text', { nullable: true }) story!: string | null;
  @Column(binary, { nullable: true }) scan!: Buffer | null;
  @Column('uuid', { nullable: true }) batch!: string | null;
  @Column('varchar', { length: 40, nullable: true, select: false }) code!: string | null;
  stickers!: Sticker[];
}

/** A view, which has no row versions on any database. */
@Entity('heavy_parcels')
class HeavyParcel {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40 }) address!: string;
}

/** More columns than SQLite passes to a function. */
const WIDTH = 150;
@Entity('crates')
class Crate {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) label!: string;
}
for (let at = 0; at < WIDTH; at += 1)
  Column('int', { name: `slot_${at}`, default: 0 })(Crate.prototype, `slot_${at}`);

const bytes = { sqlite: 'blob', postgres: 'bytea', mariadb: 'mediumblob', mysql: 'mediumblob' };

class CreateParcels1735700000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'parcels', (type) => ({
      columns: {
        id: type.key,
        address: `${type.text(40)} not null`,
        grams: `${type.integer} null`,
        first: `${type.text(40)} null`,
        second: `${type.text(40)} null`,
        number: 'bigint null',
        price: 'decimal(10,2) null',
        length: 'double precision null',
        width: `${testDialect === 'postgres' ? 'real' : 'float'} null`,
        fragile: `${type.boolean} null`,
        due: 'date null',
        seen_at: `${type.datetime} null`,
        notes: `${type.json} null`,
        story: `${type.longText} null`,
        scan: `${bytes[testDialect]} null`,
        batch: `${type.uuid} null`,
        code: `${type.text(40)} null`,
      },
    }));
    await createTable(runner, 'crates', (type) => ({
      columns: {
        id: type.key,
        label: `${type.text(40)} not null`,
        ...Object.fromEntries(
          Array.from({ length: WIDTH }, (_, at) => [
            `slot_${at}`,
            `${type.integer} default 0 not null`,
          ]),
        ),
      },
    }));
    await runner.query(
      'create view heavy_parcels as select id, address from parcels where grams > 1000',
    );
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view heavy_parcels');
    for (const table of ['crates', 'parcels']) await dropTable(runner, table);
  }
}

@Resource({ policy: OpenPolicy })
class ParcelResource extends ResourceOf(Parcel) {
  @Field() address!: string;
  @Field() grams!: number | null;
  @MorphMany(() => StickerResource, { morph: 'stuck' }) stickers!: Related;
}
@Resource({ policy: OpenPolicy })
class HeavyParcelResource extends ResourceOf(HeavyParcel) {
  @Field() address!: string;
}
@Resource({ policy: OpenPolicy })
class CrateResource extends ResourceOf(Crate) {
  @Field() label!: string;
}

@ResourceModule({
  resources: [ParcelResource, HeavyParcelResource, CrateResource],
  migrations: [CreateParcels1735700000051],
})
class ParcelModule {}

const someBytes = testDialect === 'postgres' ? "'\\x6162'" : "x'6162'";
const moreBytes = testDialect === 'postgres' ? "'\\x6163'" : "x'6163'";
/** Values of a parcel's columns, in SQL: neighbours that a comparison could take for the same. */
export const parcelValues: readonly (readonly [column: string, ...values: string[]])[] = [
  ['address', "'Pier'", "'pier'", "'pier '"],
  ['grams', '1', '2', 'null', '0'],
  ['first', "'a'", "'b'", "''", 'null', "'NULL'"],
  ['number', '9007199254740993', '9007199254740992'],
  ['price', '1.10', '1.11'],
  ['length', '0.1', '0.10000000000000002'],
  ['width', '1.25', '1.2500001'],
  ['fragile', 'true', 'false', 'null'],
  ['due', "'2025-01-01'", "'2025-01-02'"],
  ['seen_at', "'2025-01-01 00:00:00.000'", "'2025-01-01 00:00:00.001'"],
  ['notes', `'{"a": 1}'`, `'{"a": 2}'`, 'null'],
  ['story', "'Once'", "'Twice'", "'once'"],
  ['scan', someBytes, moreBytes, 'null'],
  ['batch', "'00000000-0000-4000-8000-000000000001'", "'00000000-0000-4000-8000-000000000002'"],
  ['code', "'x'", "'y'"],
];

/** Starts a depot with parcels, on a database of its own unless one is given. */
export async function startParcels(
  safeWrites: ResourceApiOptions['safeWrites'] = {},
  source?: DatabaseUnderTest,
): Promise<StartedApp<Keeper>> {
  const place = source ?? (await databaseUnderTest());
  const options = { safeWrites, cors: ['https://post.example.com'] };
  return startApp(depotDeployment(place.url, { modules: [ParcelModule], options }), place);
}
