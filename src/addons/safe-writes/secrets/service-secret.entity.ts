import { Column, PrimaryColumn } from 'typeorm';
import { OwnEntity } from '../../../base/own-tables.js';

/**
 * A secret that the service has generated itself. Stored in the database, so that all nodes share
 * it; no endpoint reads it.
 *
 * @contract C13.1
 */
@OwnEntity('service_secrets')
export class ServiceSecret {
  /** Its purpose. */
  @PrimaryColumn('varchar', { length: 64 })
  name!: string;

  /** 32 random bytes in Base64. */
  @Column('varchar', { length: 64 })
  secret!: string;
}
