import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The keys of the resources that can have tags. */
export type TaggableType = 'posts' | 'videos' | 'companies';

/** The link between a tag and a tagged record. */
@Entity('taggables')
export class Taggable {
  @PrimaryColumn('varchar', { length: 64 })
  tag_id!: string;

  @PrimaryColumn('varchar', { length: 64 })
  taggable_type!: TaggableType;

  /** A string, because the keys of companies are UUIDs and those of posts are integers. */
  @PrimaryColumn('varchar', { length: 64 })
  taggable_id!: string;

  /** The position of the tag among those of its record, from 1. */
  @Column('int', { nullable: true })
  position!: number | null;
}
