import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A file that no record refers to any more, but a snapshot does. It is kept as long as the
 * snapshot.
 *
 * @contract C15.3
 */
@Entity('action_log_files')
export class KeptFile {
  /** SHA-256 of the path, in hex: a path may be too long for an index. */
  @PrimaryColumn('varchar', { length: 64 })
  digest!: string;

  @PrimaryColumn('varchar', { length: 36 })
  snapshot_id!: string;

  /** As in the column of the record. */
  @Column('text')
  path!: string;
}
