import { DataSource } from 'typeorm';
import { defaults } from '../../options/defaults.js';
import type { DatabaseOptions } from '../../options/resource-api-options.js';
import { engines } from '../engines.js';
import { connectionOptions } from '../database/connection-options.js';
import type { DatabaseAdapter } from '../database/database.js';
import type { ConnectionSettings } from '../database/engine.js';
import { findServer, type Server } from '../database/find-server.js';
import type { FailureReport } from '../database/transaction-callbacks.js';
import { UnservedDatabaseError, verifyServer } from '../database/verify-server.js';
import { LastWrites } from './last-writes.js';
import { Replica, type ReplicaState } from './replica.js';
import { ReplicaObservers, ReplicatedDatabase } from './replicated-database.js';
import { Replicas } from './replicas.js';

/** The replicas of a database. */
export interface Replication {
  readonly lastWrites: LastWrites;
  /** Of each replica, in the order of their URLs. */
  readonly states: readonly ReplicaState[];
}

/** How the replicas of a database are opened. */
export interface ReplicaSettings {
  readonly options: DatabaseOptions & { readonly replicaUrls: readonly string[] };
  readonly limits: ConnectionSettings['limits'];
  open(dataSource: DataSource, server: Server): Promise<DatabaseAdapter>;
  readonly report: FailureReport;
}

/**
 * Adds replicas to a database. One that does not respond is left out until it does.
 *
 * @throws TypeError when an address cannot be used; UnservedDatabaseError when the database has no
 * replicas that the service can read
 */
export async function replicate(
  primary: DatabaseAdapter,
  server: Server,
  { options, limits, open, report }: ReplicaSettings,
): Promise<{ readonly adapter: DatabaseAdapter; readonly replication: Replication }> {
  const { replication: form } = engines[primary.dialect];
  if (form === null)
    throw new UnservedDatabaseError(
      `The service reads from replicas of PostgreSQL and MariaDB only, and the database is ${engines[server.dialect].server?.name} ${server.version}. Remove DATABASE_REPLICA_URLS.`,
    );
  const { replicaUrls, replicaLag = defaults.replicaLag } = options;
  const observers = new ReplicaObservers();
  const listed = await Promise.all(
    replicaUrls.map(async (url) => {
      const source = await dataSourceOf({ ...options, url }, limits);
      const opened = async () => {
        const found = await connected(source, server);
        const adapter = await open(source, found);
        adapter.observe(observers.notify);
        await form.onDisconnect(source, () => replica.disconnected());
        return adapter;
      };
      const replica = new Replica(new URL(url).host, form, opened, report);
      return replica;
    }),
  );
  const replicas = new Replicas(primary, listed, form, replicaLag * 1000);
  await replicas.check();
  const lastWrites = new LastWrites(primary, form);
  return {
    adapter: new ReplicatedDatabase(primary, replicas, observers),
    replication: {
      lastWrites,
      get states() {
        return replicas.states;
      },
    },
  };
}

/** A replica needs no entities. @throws TypeError when the address cannot be used */
async function dataSourceOf(
  options: DatabaseOptions,
  limits: ConnectionSettings['limits'],
): Promise<DataSource> {
  try {
    return new DataSource({ ...(await connectionOptions(options, limits)), entities: [] });
  } catch (error) {
    const { message } = error as Error;
    throw new TypeError(message.replace('DATABASE_URL', 'Each item of DATABASE_REPLICA_URLS'), {
      cause: error,
    });
  }
}

/** @throws UnservedDatabaseError when the server is of another kind than the primary */
async function connected(source: DataSource, { dialect }: Server): Promise<Server> {
  if (!source.isInitialized) await source.initialize();
  const found = await findServer(source.options.type, source);
  verifyServer(found);
  if (found.dialect !== dialect)
    throw new UnservedDatabaseError('It is another kind of database than the primary.');
  return found;
}
