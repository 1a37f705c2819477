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

/** A company that publishes, prints or distributes, and employs users. */
@Entity('companies')
export class Company {
  /** A string column, so that it compares and sorts in the same way on every database. */
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('varchar', { length: 160, unique: true })
  name!: string;

  /** ISO 3166-1 alpha-2. */
  @Column('varchar', { length: 2, nullable: true })
  country!: string | null;

  /** The path of the image under `/storage`. */
  @Column('varchar', { length: 255, nullable: true })
  logo!: string | null;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @OneToMany(() => User, (user) => user.company)
  users!: Relation<User>[];

  /** Partnerships are mutual: each pair has two rows. */
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
