import { Column, PrimaryColumn } from 'typeorm';
import { OwnEntity } from '../../base/own-tables.js';

/**
 * A file that a change has removed from its record, and that a revert of the change needs. It is
 * stored until the log row is removed, but no longer served. No endpoint reads this table.
 *
 * @contract C10.3, C15.1
 */
@OwnEntity('action_log_files')
export class ActionLogFile {
  /** The path in the storage. */
  @PrimaryColumn('varchar', { length: 700 })
  path!: string;

  /** The {@link ActionLogSnapshot} of the change. */
  @Column('varchar', { length: 36 })
  snapshot_id!: string;
}
