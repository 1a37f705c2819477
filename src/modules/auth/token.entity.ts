import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An access token, known by its hash alone: who reads the table cannot sign in with it.
 *
 * @contract C2.3
 */
@Entity('tokens')
export class Token {
  @PrimaryGeneratedColumn()
  id!: number;

  /** The user's key as text, whatever its type. */
  @Column('varchar', { length: 64 })
  user_id!: string;

  /** What its owner calls it. */
  @Column('varchar', { length: 120 })
  name!: string;

  /** SHA-256 of the token, in hex. */
  @Column('varchar', { length: 64, unique: true })
  hash!: string;

  /** Of the password's hash at issue: a changed password ends every older token. @contract C2.4 */
  @Column('varchar', { length: 64 })
  fingerprint!: string;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  /** To the minute; `null` until the token is first used. */
  @Column({ type: Date, precision: 3, nullable: true })
  last_used_at!: Date | null;

  @Column({ type: Date, precision: 3 })
  expires_at!: Date;
}
