import { Column, PrimaryColumn } from 'typeorm';
import { OwnEntity } from '../../base/own-tables.js';

/** The mark of a caller's last write; a row per caller who has written. */
@OwnEntity('last_writes')
export class LastWrite {
  /** The user's key as a string. */
  @PrimaryColumn('varchar', { length: 64 })
  caller!: string;

  /** A new uuid for each transaction that has written for the caller. */
  @Column('varchar', { length: 36 })
  mark!: string;
}
