import type { Pool } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { ReplicationForm } from './replication-form.js';

/**
 * Streaming replication. A position is an LSN, which can only be compared within one timeline of
 * one cluster. A replica that still follows the primary from before a failover has another
 * timeline. A new timeline is in a replica's control file from its next restart point on.
 */
export const postgresReplication: ReplicationForm = {
  primary:
    `select c.system_identifier || '/' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))` +
    `::bit(32)::int, pg_current_wal_insert_lsn()::text` +
    ` from pg_control_system() c where not pg_is_in_recovery()`,
  replica:
    `select c.system_identifier || '/' || k.timeline_id, pg_last_wal_replay_lsn()::text` +
    ` from pg_control_system() c, pg_control_checkpoint() k where pg_is_in_recovery()`,
  covers: (position, required) => numberOf(position) >= numberOf(required),
  onDisconnect(dataSource, listener) {
    ((dataSource.driver as PostgresDriver).master as Pool).on('remove', listener);
  },
  storeMark: (table) =>
    `insert into ${table} (caller, mark) values (?, ?)` +
    ' on conflict (caller) do update set mark = excluded.mark',
};

/** `16/B374D848`: the upper and the lower 32 bits, in hex. */
function numberOf(lsn: string): bigint {
  const [upper, lower] = lsn.split('/').map((half) => BigInt(`0x${half}`));
  return (upper! << 32n) | lower!;
}
