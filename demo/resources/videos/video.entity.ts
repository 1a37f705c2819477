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
import type { Comment } from '../comments/comment.entity.js';
import type { Tag } from '../tags/tag.entity.js';
import { User } from '../users/user.entity.js';

/** A video on another site. */
@Entity('videos')
export class Video {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 255 })
  title!: string;

  @Column('varchar', { length: 2048 })
  url!: string;

  @Column('int')
  user_id!: number;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'user_id' })
  user!: Relation<User>;

  comments!: Comment[];
  tags!: Tag[];
}
