import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';

/** The keys of the resources that have an image. */
export type ImageableType = 'users' | 'posts';

/** The image of a user or of a post. */
@Entity('images')
export class Image {
  @PrimaryGeneratedColumn()
  id!: number;

  /** `null` while the image is not assigned. */
  @Column('varchar', { length: 64, nullable: true })
  imageable_type!: ImageableType | null;

  @Column('int', { nullable: true })
  imageable_id!: number | null;

  /** The path under `/storage`. */
  @Column('varchar', { length: 255 })
  path!: string;

  /** The alternative text. */
  @Column('varchar', { length: 255, nullable: true })
  alt!: string | null;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;
}
