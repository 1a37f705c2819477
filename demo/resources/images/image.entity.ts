import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';

/** Resource keys of what has a picture. */
export type ImageableType = 'users' | 'posts';

/** The picture of a user or of a post. */
@Entity('images')
export class Image {
  @PrimaryGeneratedColumn()
  id!: number;

  /** `null` as long as it is the picture of nothing. */
  @Column('varchar', { length: 64, nullable: true })
  imageable_type!: ImageableType | null;

  @Column('int', { nullable: true })
  imageable_id!: number | null;

  /** Path under `/storage`. */
  @Column('varchar', { length: 255 })
  path!: string;

  /** What the picture shows, for those who cannot see it. */
  @Column('varchar', { length: 255, nullable: true })
  alt!: string | null;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;
}
