import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import { User } from '../users/user.entity.js';

/** The keys of the resources that can have comments. */
export type CommentableType = 'posts' | 'videos';

/** A comment on a post or a video. */
@Entity('comments')
export class Comment {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 2000 })
  comment!: string;

  @Column('varchar', { length: 64 })
  commentable_type!: CommentableType;

  @Column('int')
  commentable_id!: number;

  @Column('int')
  user_id!: number;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'user_id' })
  user!: Relation<User>;
}
