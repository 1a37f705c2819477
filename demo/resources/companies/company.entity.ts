import {
  Column,
  CreateDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import type { ActionLog } from 'resource-api';
import type { Tag } from '../tags/tag.entity.js';
import { User } from '../users/user.entity.js';

/** A house that publishes, prints or distributes, and that users work for. */
@Entity('companies')
export class Company {
  /** Kept as text, so that it compares and sorts alike on every database. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('varchar', { length: 160, unique: true })
  name!: string;

  /** Two letters, ISO 3166-1. */
  @Column('varchar', { length: 2, nullable: true })
  country!: string | null;

  /** Path of the picture under `/storage`. */
  @Column('varchar', { length: 255, nullable: true })
  logo!: string | null;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @OneToMany(() => User, (user) => user.company)
  users!: Relation<User>[];

  /** Partnership holds both ways: each pair has two rows. */
  @ManyToMany(() => Company)
  @JoinTable({
    name: 'company_partners',
    joinColumn: { name: 'company_id' },
    inverseJoinColumn: { name: 'partner_id' },
  })
  partners!: Relation<Company>[];

  tags!: Tag[];
  logs!: ActionLog[];
}
