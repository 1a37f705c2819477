import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type ColumnType,
  type Relation,
} from 'typeorm';
import { testDialect } from '../databases.js';

/** Bytes have another name on PostgreSQL, and a TypeORM entity uses the database's own. */
const binary: ColumnType = testDialect === 'postgres' ? 'bytea' : 'blob';

/** A member of a museum's depot, and the user of its API. */
@Entity('keepers')
export class Keeper {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 60 }) name!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
  @Column('boolean', { name: 'is_head' }) isHead!: boolean;
}

/** A place in the depot, whose key is the string on its front. */
@Entity('shelves')
export class Shelf {
  @PrimaryColumn('varchar', { length: 20 }) code!: string;
  @Column('varchar', { length: 40 }) label!: string;
  @Column('varchar', { length: 255, nullable: true }) plan!: string | null;
  /** The database sets it, and ignores what the client sends. */
  @Column('int', { default: 7 }) height!: number;
  stickers!: Sticker[];
}

/** A label on a shelf, which is deleted with the shelf. */
@Entity('stickers')
export class Sticker {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) text!: string;
  @Column('varchar', { length: 255, nullable: true }) picture!: string | null;
  @Column('varchar', { length: 40, name: 'stuck_type', nullable: true }) stuckType!: string | null;
  @Column('varchar', { length: 40, name: 'stuck_id', nullable: true }) stuckId!: string | null;
}

/** One column of every type, and every column that fills itself. */
@Entity('pieces')
export class Piece {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('varchar', { length: 10 }) title!: string;
  @Column('varchar', { length: 20, nullable: true, unique: true }) inventory!: string | null;
  @Column('int', { nullable: true }) amount!: number | null;
  @Column('smallint', { nullable: true }) shade!: number | null;
  @Column('bigint', { nullable: true }) serial!: string | null;
  @Column('decimal', { precision: 8, scale: 2, nullable: true }) weight!: string | null;
  @Column('decimal', { precision: 8, scale: 2, nullable: true }) price!: string | null;
  @Column('double precision', { nullable: true }) height!: number | null;
  @Column('boolean', { name: 'on_display', nullable: true }) onDisplay!: boolean | null;
  @Column('date', { name: 'acquired_on', nullable: true }) acquiredOn!: string | null;
  @Column({ type: Date, precision: 3, name: 'shown_at', nullable: true }) shownAt!: Date | null;
  @Column('json', { nullable: true }) notes!: unknown;
  @Column('simple-array', { nullable: true }) materials!: string[] | null;
  @Column(binary, { nullable: true }) scan!: Buffer | null;
  @Column('text', { nullable: true }) story!: string | null;
  @Column('simple-enum', { enum: ['raw', 'oiled'], nullable: true }) finish!:
    'raw' | 'oiled' | null;
  @Column('uuid', { nullable: true }) batch!: string | null;
  @Column('varchar', { length: 255, nullable: true }) photo!: string | null;
  @Column('boolean', { default: false }) locked!: boolean;
  @Column('varchar', { length: 20, nullable: true }) insurer!: string | null;
  @Column('int', { name: 'keeper_id' }) keeperId!: number;
  @Column('varchar', { length: 20, name: 'shelf_code', nullable: true }) shelfCode!: string | null;
  @ManyToOne(() => Keeper) @JoinColumn({ name: 'keeper_id' }) keeper!: Relation<Keeper>;
  @ManyToOne(() => Shelf) @JoinColumn({ name: 'shelf_code' }) shelf!: Relation<Shelf> | null;
  @VersionColumn() version!: number;
  @CreateDateColumn({ name: 'created_at', precision: 3 }) createdAt!: Date;
  @UpdateDateColumn({ name: 'updated_at', precision: 3 }) updatedAt!: Date;
  @DeleteDateColumn({ type: Date, precision: 3, name: 'deleted_at' }) deletedAt!: Date | null;
}
