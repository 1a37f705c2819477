import { Column, CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';
import { OwnEntity } from '../../base/own-tables.js';

/**
 * `running` occurs only in the row of a run over `all`; all other rows are written when the outcome
 * is known.
 * @contract C8.2
 */
export type ActionLogStatus = 'running' | 'finished' | 'failed';

/** The values of fields and relations, as responses contain them. */
export type LoggedValues = Record<string, unknown>;

/** The channel and client of an operation. */
export interface LogMeta {
  readonly channel: string;
  readonly client: string | null;
  /** Why the change cannot be reverted, as the end of a sentence, if that is known. */
  readonly obstacle?: string;
  /** In the row of a run: the completed chunks and records. */
  readonly chunks?: number;
  readonly records?: number;
}

/**
 * An operation on a record of a resource that opted in to the log. Rows are append-only over HTTP.
 *
 * @contract C8.1
 */
@OwnEntity('action_logs')
export class ActionLog {
  @PrimaryGeneratedColumn()
  id!: number;

  /** The acting user's key as a string; `null` if the service itself acted. */
  @Column('varchar', { length: 64, nullable: true })
  user_id!: string | null;

  /** `Stored`, `Updated`, `Deleted`, `Attached`, `Detached`, `Synced`, or an action's uriKey. */
  @Column('varchar', { length: 190 })
  name!: string;

  /** Key of the resource that the row is about; `null` for a standalone action or a whole run. */
  @Column('varchar', { length: 64, nullable: true })
  actionable_type!: string | null;

  @Column('varchar', { length: 64, nullable: true })
  actionable_id!: string | null;

  @Column({ type: 'varchar', length: 16, enum: ['running', 'finished', 'failed'] })
  status!: ActionLogStatus;

  /** Changed fields before the operation; hidden ones are masked. @contract C8.3 */
  @Column('json')
  original!: LoggedValues;

  /** The same fields after it. */
  @Column('json')
  changes!: LoggedValues;

  /** The message of the failure; otherwise empty. */
  @Column('text', { default: '' })
  exception!: string;

  /** One UUID for all rows of a request or a run. */
  @Column('varchar', { length: 36 })
  batch_id!: string;

  @Column('json')
  meta!: LogMeta;

  /**
   * The {@link ActionLogSnapshot} with the values that it takes to revert the change and that this
   * row does not contain; empty if this row contains all; `null` if the change cannot be reverted.
   * @contract C15.3
   */
  @Column('varchar', { length: 36, nullable: true })
  snapshot_id!: string | null;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;
}
