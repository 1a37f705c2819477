import {
  createTable,
  dropTable,
  Field,
  HasMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
  type ResourceApiOptions,
} from 'resource-api';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  VersionColumn,
} from 'typeorm';
import type { ColumnType, MigrationInterface, QueryRunner, Relation } from 'typeorm';
import { startApp, type StartedApp } from '../../support/app-under-test.js';
import { testDialect, type DatabaseUnderTest } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

const binary: ColumnType = testDialect === 'postgres' ? 'bytea' : 'blob';

/** The user. Its profile shows neither the password nor the rank. */
@Entity('clerks')
export class Clerk {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255, select: false }) password!: string;
  @Column('int', { default: 1 }) rank!: number;
}

/** Only its first columns have fields; nobody sees the others. */
@Entity('parcels')
export class Parcel {
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
  @OneToMany(() => Stamp, (stamp) => stamp.parcel) stamps!: Relation<Stamp>[];
}

@Entity('stamps')
export class Stamp {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) motif!: string;
  @Column('int') parcel_id!: number;
  @ManyToOne(() => Parcel, (parcel) => parcel.stamps)
  @JoinColumn({ name: 'parcel_id' })
  parcel!: Relation<Parcel>;
}

@Entity('pallets')
export class Pallet {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) label!: string;
  @VersionColumn() version!: number;
}

/** A view, which has no row versions on any database. */
@Entity('heavy_parcels')
export class HeavyParcel {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40 }) address!: string;
}

/** More columns than SQLite passes to a function. */
const WIDTH = 150;
@Entity('crates')
export class Crate {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) label!: string;
}
for (let at = 0; at < WIDTH; at += 1)
  Column('int', { name: `slot_${at}`, default: 0 })(Crate.prototype, `slot_${at}`);

const bytes = { sqlite: 'blob', postgres: 'bytea', mariadb: 'mediumblob', mysql: 'mediumblob' };

class CreateParcels1735700000051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'clerks', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
        [runner.dataSource.driver.escape('rank')]: `${type.integer} default 1 not null`,
      },
      uniques: [['name']],
    }));
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
    await createTable(runner, 'stamps', (type) => ({
      columns: {
        id: type.key,
        motif: `${type.text(40)} not null`,
        parcel_id: `${type.integer} not null`,
      },
      foreignKeys: { parcel_id: 'parcels (id) on delete cascade' },
    }));
    await createTable(runner, 'pallets', (type) => ({
      columns: {
        id: type.key,
        label: `${type.text(40)} not null`,
        version: `${type.integer} not null`,
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
    for (const table of ['crates', 'pallets', 'stamps', 'parcels', 'clerks'])
      await dropTable(runner, table);
  }
}

@Resource({ policy: OpenPolicy, profile: true })
class ClerkResource extends ResourceOf(Clerk) {
  @Field() name!: string;
}
@Resource({ policy: OpenPolicy })
class StampResource extends ResourceOf(Stamp) {
  @Field() motif!: string;
  @Field() parcel_id!: number;
}
@Resource({ policy: OpenPolicy })
class ParcelResource extends ResourceOf(Parcel) {
  @Field() address!: string;
  @Field() grams!: number | null;
  @HasMany(() => StampResource) stamps!: Related;
}
@Resource({ policy: OpenPolicy })
class PalletResource extends ResourceOf(Pallet) {
  @Field() label!: string;
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
  resources: [
    ClerkResource,
    StampResource,
    ParcelResource,
    PalletResource,
    HeavyParcelResource,
    CrateResource,
  ],
  migrations: [CreateParcels1735700000051],
})
class ParcelModule {}

/** Starts a post office, on a database of its own unless one is given. */
export const startParcels = (
  safeWrites: ResourceApiOptions['safeWrites'] = {},
  source?: DatabaseUnderTest,
): Promise<StartedApp<Clerk>> =>
  startApp<Clerk>(
    {
      modules: [ParcelModule],
      options: {
        authentication: { user: { entity: Clerk, identifier: 'name', password: 'password' } },
        safeWrites,
        cors: ['https://post.example.com'],
      },
    },
    source,
  );
