import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** Resource keys of what has a picture. */
export type ImageableType = 'users' | 'posts';

/** The picture of a user or of a post. */
@Entity('images')
export class Image {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 64 })
  imageable_type!: ImageableType;

  @Column('int')
  imageable_id!: number;

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
