import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';
import type { ActionLog } from '../../../../src/index.js';
import { Keeper } from '../entities.js';

/** Sacks, which are logged. `pin` is write-only; `origin` is not a field. */
@Entity('sacks')
export class Sack {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') title!: string;
  @Column('varchar') state!: string;
  @Column('decimal', { precision: 8, scale: 2, nullable: true }) weight!: string | null;
  @Column({ type: Date, precision: 3, nullable: true }) milled_at!: Date | null;
  @Column('varchar', { nullable: true }) pin!: string | null;
  @Column('varchar', { nullable: true }) origin!: string | null;
  @Column('int') keeper_id!: number;
  @VersionColumn() version!: number;
  @CreateDateColumn({ precision: 3 }) created_at!: Date;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
  @ManyToOne(() => Keeper) @JoinColumn({ name: 'keeper_id' }) keeper!: Relation<Keeper>;
  @OneToMany(() => Slip, (slip) => slip.sack) slips!: Relation<Slip>[];
  logs!: ActionLog[];
}

/** A piece of paper on a sack; not logged. */
@Entity('slips')
export class Slip {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') text!: string;
  @Column('int', { nullable: true }) sack_id!: number | null;
  @ManyToOne(() => Sack, (sack) => sack.slips)
  @JoinColumn({ name: 'sack_id' })
  sack!: Relation<Sack> | null;
}

/** Its key is a string; not logged. */
@Entity('grains')
export class Grain {
  @PrimaryColumn('varchar') slug!: string;
  @Column('varchar') label!: string;
}

/** An entity without a resource. */
@Entity('drawers')
export class Drawer {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') content!: string;
}
