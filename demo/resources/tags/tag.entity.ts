import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Company } from '../companies/company.entity.js';
import type { Post } from '../posts/post.entity.js';
import type { Video } from '../videos/video.entity.js';

/** A subject of posts, videos and companies. */
@Entity('tags')
export class Tag {
  /** The key, which the caller chooses. */
  @PrimaryColumn('varchar', { length: 64 })
  slug!: string;

  @Column('varchar', { length: 120 })
  label!: string;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  posts!: Post[];
  videos!: Video[];
  companies!: Company[];
}
