import {
  Column,
  CreateDateColumn,
  Entity,
  ManyToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { User } from '../users/user.entity.js';

/** A role of users in the house: `editor`, `author`, `reader`. */
@Entity('roles')
export class Role {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 120, unique: true })
  name!: string;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @ManyToMany(() => User, (user) => user.roles)
  users!: Relation<User>[];
}
