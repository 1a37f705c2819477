import type { Pool } from 'mysql2';
import type { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver.js';
import { loadOnce } from '../../base/load-once.js';
import type { ReplicationForm } from './replication-form.js';

const loadPool = loadOnce(() => import('../../database/engines/mysql/maria-pool.js'));

/**
 * Replication by global transaction identifiers (GTIDs). They are in the primary's binary log
 * before their transactions become visible, and in the replica's position afterwards.
 */
export const mariaReplication: ReplicationForm = {
  primary: `select '', nullif(@@global.gtid_binlog_pos, '')`,
  replica: `select '', nullif(@@global.gtid_slave_pos, '')`,
  covers(position, required) {
    const reached = numbersOf(position);
    return [...numbersOf(required)].every(
      ([domain, number]) => (reached.get(domain) ?? -1n) >= number,
    );
  },
  async onDisconnect(dataSource, listener) {
    const { connectionsOf } = await loadPool();
    connectionsOf((dataSource.driver as MysqlDriver).pool as Pool).onForget = listener;
  },
  storeMark: (table) =>
    `insert into ${table} (caller, mark) values (?, ?)` +
    ' on duplicate key update mark = values(mark)',
};

/** `0-1-100,1-7-42`: a domain, a server, and the number in the domain, of each domain. */
const numbersOf = (position: string): ReadonlyMap<string, bigint> =>
  new Map(
    position.split(',').map((gtid) => {
      const [domain, , number] = gtid.split('-');
      return [domain!.trim(), BigInt(number!)] as const;
    }),
  );
