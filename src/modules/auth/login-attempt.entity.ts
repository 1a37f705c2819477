import { Column, PrimaryGeneratedColumn } from 'typeorm';
import { OwnEntity } from '../../base/own-tables.js';

/**
 * A login attempt, one row per subject: stored before the password is checked, deleted if it was
 * right. Stored in the database, so that all nodes count together.
 *
 * @contract C2.6
 */
@OwnEntity('login_attempts')
export class LoginAttempt {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Whose attempts are counted: a client address, or the hash of an account's identifier. */
  @Column('varchar', { length: 190 })
  subject!: string;

  /** When the attempt was made, by the database's clock. */
  @Column({ type: Date, precision: 3 })
  failed_at!: Date;

  /** The id of the attempt's first row; `null` in that row itself. */
  @Column('int', { nullable: true })
  attempt_id!: number | null;

  /** Whether the password is still being checked. */
  @Column({ type: Boolean, default: false })
  is_pending!: boolean;
}
