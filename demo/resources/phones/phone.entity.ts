import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  OneToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { User } from '../users/user.entity.js';

/** The phone of a user. */
@Entity('phones')
export class Phone {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 64 })
  number!: string;

  @Column('int')
  user_id!: number;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @OneToOne(() => User, (user) => user.phone)
  @JoinColumn({ name: 'user_id' })
  user!: Relation<User>;
}
