import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * `running` only for the row of a run over `all`; every other row is written once its outcome is
 * known.
 * @contract C8.2
 */
export type ActionLogStatus = 'running' | 'finished' | 'failed';

/** Field of the record, or key of the relation, to its value on the wire. */
export type LoggedValues = Record<string, unknown>;

/** Which door an operation came through. */
export interface LogMeta {
  readonly channel: string;
  readonly client: string | null;
  /** Of the row about a run: how many chunks and records are done. */
  readonly chunks?: number;
  readonly records?: number;
}

/**
 * What somebody did to a record of a resource that opted in to the log. Rows are appended and never
 * changed over HTTP.
 *
 * @contract C8.1
 */
@Entity('action_logs')
export class ActionLog {
  @PrimaryGeneratedColumn()
  id!: number;

  /** The acting user's key as text, whatever its type; `null` when the service acted by itself. */
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

  /** Message of the failure, empty when there was none. */
  @Column('text', { default: '' })
  exception!: string;

  /** One uuid for all rows of a request or of a run. */
  @Column('varchar', { length: 36 })
  batch_id!: string;

  @Column('json')
  meta!: LogMeta;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;
}
