import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * One sign-in with wrong credentials, counted in the database so that all nodes count together.
 *
 * @contract C2.6
 */
@Entity('login_attempts')
export class LoginAttempt {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Whose attempts are counted: a peer's address, or the hash of an account's identifier. */
  @Column('varchar', { length: 190 })
  subject!: string;

  @Column({ type: Date, precision: 3 })
  failed_at!: Date;
}
