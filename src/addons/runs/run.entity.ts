import { Column, PrimaryColumn } from 'typeorm';
import { OwnEntity } from '../../base/own-tables.js';
import { runStatuses, type RunStatus } from '../../pipeline/describing/run-statuses.js';

/** An action that runs after the response to its request. @contract C14 */
@OwnEntity('action_runs')
export class Run {
  /** A UUID. */
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  /** The key of the user with whose rights it runs, as a string. */
  @Column('varchar', { length: 64 })
  user_id!: string;

  /** The key of the resource. */
  @Column('varchar', { length: 64 })
  resource!: string;

  /** The uriKey of the action. */
  @Column('varchar', { length: 190 })
  action!: string;

  /** What the request has sent, as JSON; encrypted if the deployment has keys. Null after the end. */
  @Column('text', { nullable: true })
  request!: string | null;

  @Column({ type: 'varchar', length: 16, enum: runStatuses })
  status!: RunStatus;

  /** Records that the handler received, in committed chunks. */
  @Column('int')
  processed!: number;

  /** Records when the run began; null while that is unknown, and for a standalone action. */
  @Column('int', { nullable: true })
  total!: number | null;

  /** Records on which the user may not run the action. */
  @Column('int')
  refused!: number;

  /** The response, as JSON; null before the end, and if the handler returned nothing. */
  @Column('text', { nullable: true })
  result!: string | null;

  /** The error response, as JSON. */
  @Column('text', { nullable: true })
  error!: string | null;

  /** How far a run over all records is, as JSON. Null before its first chunk and after the end. */
  @Column('text', { nullable: true })
  state!: string | null;

  /** One UUID for all log rows of the run. */
  @Column('varchar', { length: 36 })
  batch_id!: string;

  /** Counts the processes that have taken the run; only the last one may change it. */
  @Column('int')
  epoch!: number;

  /** Counts what clients may see of it. */
  @Column('int')
  revision!: number;

  /** Until when its process is taken to be alive, by the clock of the database. */
  @Column({ type: Date, precision: 3, nullable: true })
  lease_until!: Date | null;

  @Column({ type: Date, precision: 3 })
  created_at!: Date;

  @Column({ type: Date, precision: 3, nullable: true })
  started_at!: Date | null;

  @Column({ type: Date, precision: 3, nullable: true })
  finished_at!: Date | null;
}
