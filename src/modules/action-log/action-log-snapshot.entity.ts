import { Column, PrimaryColumn } from 'typeorm';
import { OwnEntity } from '../../base/own-tables.js';

/**
 * What it takes to revert a change and what its log row does not contain. No endpoint reads it. It
 * is removed with the log row.
 *
 * @contract C15.3
 */
@OwnEntity('action_log_snapshots')
export class ActionLogSnapshot {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  /** A `Snapshot` as JSON; encrypted if the deployment has keys. */
  @Column('text')
  content!: string;
}
