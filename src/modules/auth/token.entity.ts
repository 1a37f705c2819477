import { Column, CreateDateColumn, PrimaryGeneratedColumn } from 'typeorm';
import { OwnEntity } from '../../base/own-tables.js';

/**
 * An access token. Only its hash is stored, so reading the table does not allow signing in.
 *
 * @contract C2.3
 */
@OwnEntity('tokens')
export class Token {
  @PrimaryGeneratedColumn()
  id!: number;

  /** The user's key as a string. */
  @Column('varchar', { length: 64 })
  user_id!: string;

  /** The name that its owner chose. */
  @Column('varchar', { length: 120 })
  name!: string;

  /** SHA-256 of the token, in hex. */
  @Column('varchar', { length: 64, unique: true })
  hash!: string;

  /**
   * Identifies the password hash at issue: a changed password revokes every older token.
   * @contract C2.4
   */
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
