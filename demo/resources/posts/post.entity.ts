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
import type { ActionLog } from 'resource-api';
import type { Comment } from '../comments/comment.entity.js';
import type { Image } from '../images/image.entity.js';
import type { Tag } from '../tags/tag.entity.js';
import { User } from '../users/user.entity.js';

/** The states of a post. */
export type PostStatus = 'draft' | 'published' | 'archived';

/** A post, from the first draft to the archive. */
@Entity('posts')
export class Post {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 200 })
  title!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('varchar', { length: 16 })
  status!: PostStatus;

  /** `null` while the post is a draft. */
  @Column({ type: Date, precision: 3, nullable: true })
  published_at!: Date | null;

  @Column('int')
  user_id!: number;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @ManyToOne(() => User, (user) => user.posts)
  @JoinColumn({ name: 'user_id' })
  user!: Relation<User>;

  comments!: Comment[];
  tags!: Tag[];
  image!: Image | null;
  logs!: ActionLog[];
}
