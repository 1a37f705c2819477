import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A secret that the service has generated itself. Stored in the database, so that all nodes share
 * it; no endpoint reads it.
 *
 * @contract C13.1
 */
@Entity('service_secrets')
export class ServiceSecret {
  /** Its purpose. */
  @PrimaryColumn('varchar', { length: 64 })
  name!: string;

  /** 32 random bytes in Base64. */
  @Column('varchar', { length: 64 })
  secret!: string;
}
