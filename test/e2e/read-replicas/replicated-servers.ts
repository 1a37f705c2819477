import { PrivateMaria } from '../../support/private-maria.js';
import { PrivatePostgres } from '../../support/private-postgres.js';

/** A server that applies the changes of a primary. */
interface ReplicaServer {
  pause(): Promise<void>;
  resume(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** A primary and two replicas with streaming replication, of a test's own. */
export interface ReplicatedServers {
  readonly dialect: 'postgres' | 'mariadb';
  readonly url: string;
  readonly replicaUrls: readonly string[];
  readonly replicas: readonly [ReplicaServer, ReplicaServer];
  /** Runs a statement on the primary. */
  run(sql: string): Promise<unknown>;
  /** Waits until every replica has everything, or one of them. */
  untilApplied(replica?: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

export const starters = {
  async postgres(): Promise<ReplicatedServers> {
    const primary = await PrivatePostgres.start();
    await primary.query('create database school');
    const replicas = [await primary.replica(), await primary.replica()] as const;
    return {
      dialect: 'postgres',
      url: primary.url('school'),
      replicaUrls: replicas.map((replica) => replica.url('school')),
      replicas,
      run: (sql) => primary.query(sql, 'school'),
      async untilApplied(at) {
        for (const replica of at === undefined ? replicas : [replicas[at]])
          await primary.untilAppliedBy(replica);
      },
      async stop() {
        for (const server of [...replicas, primary]) await server.stop();
      },
    };
  },

  async mariadb(): Promise<ReplicatedServers> {
    const primary = await PrivateMaria.primary();
    await primary.run('create database school character set utf8mb4');
    const replicas = [await primary.replica(2), await primary.replica(3)] as const;
    return {
      dialect: 'mariadb',
      url: `${primary.url}school`,
      replicaUrls: replicas.map(({ url }) => `${url}school`),
      replicas,
      run: (sql) => primary.run('use school', sql),
      async untilApplied(at) {
        for (const replica of at === undefined ? replicas : [replicas[at]])
          await primary.untilAppliedBy(replica);
      },
      async stop() {
        for (const server of [...replicas, primary]) await server.stop();
      },
    };
  },
};
