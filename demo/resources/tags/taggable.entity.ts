import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Resource keys of what can be tagged. */
export type TaggableType = 'posts' | 'videos' | 'companies';

/** The link between a tag and what it is put on. */
@Entity('taggables')
export class Taggable {
  @PrimaryColumn('varchar', { length: 64 })
  tag_id!: string;

  @PrimaryColumn('varchar', { length: 64 })
  taggable_type!: TaggableType;

  /** As text, since the keys of companies are uuids and those of posts integers. */
  @PrimaryColumn('varchar', { length: 64 })
  taggable_id!: string;

  /** Place of the tag among those of its record, from 1. */
  @Column('int', { nullable: true })
  position!: number | null;
}
