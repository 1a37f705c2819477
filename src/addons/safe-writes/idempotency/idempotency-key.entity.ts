import { Column, PrimaryColumn } from 'typeorm';
import { OwnEntity } from '../../../base/own-tables.js';

/** A request with an `Idempotency-Key`, and its response. @contract C13.2 */
@OwnEntity('idempotency_keys')
export class IdempotencyKey {
  /** SHA-256 of the user, the method, the path and the key, in hex. */
  @PrimaryColumn('varchar', { length: 64 })
  id!: string;

  /** SHA-256 of the query string and the body, in hex. */
  @Column('varchar', { name: 'request', length: 64 })
  digest!: string;

  /** The response as JSON; `null` until the request has ended. */
  @Column('text', { nullable: true })
  response!: string | null;

  /** By the clock of the process. */
  @Column({ type: Date, precision: 3 })
  created_at!: Date;
}
