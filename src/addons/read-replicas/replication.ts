import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ownTable } from '../../base/own-tables.js';
import type {
  DatabaseAdapter,
  DialectName,
  ServerState,
} from '../../database/connection/database.js';
import { DatabaseExtension, type Opening } from '../../database/connection/database-extension.js';
import { StatementObservers } from '../../database/connection/statement-observers.js';
import { engines } from '../../database/engines/engines.js';
import { connectionOptions } from '../../database/opening/connection-options.js';
import { findServer } from '../../database/opening/find-server.js';
import { UnservedDatabaseError } from '../../database/failures/unserved-database-error.js';
import { verifyServer } from '../../database/opening/verify-server.js';
import { serviceSettings } from '../../options/settings.js';
import { LastWrites } from './last-writes.js';
import { mariaReplication } from './maria-replication.js';
import { postgresReplication } from './postgres-replication.js';
import { Replica } from './replica.js';
import type { ReplicaSource } from './replica-source.js';
import { Replicas } from './replicas.js';
import { ReplicatedDatabase } from './replicated-database.js';
import type { ReplicationForm } from './replication-form.js';

/** MySQL has no row: its transactions become visible before their identifiers do. */
const forms: Readonly<Partial<Record<DialectName, ReplicationForm>>> = {
  postgres: postgresReplication,
  mariadb: mariaReplication,
};

/** Adds replicas to the database. One that does not respond is left out until it does. */
@Injectable()
export class Replication extends DatabaseExtension {
  private lastWrites!: LastWrites;
  private replicas!: Replicas;

  /**
   * @throws TypeError when an address cannot be used; UnservedDatabaseError when the database has
   * no replicas that the service can read
   */
  override async extend(primary: DatabaseAdapter, opening: Opening): Promise<DatabaseAdapter> {
    const { replicaUrls = [], replicaLag = serviceSettings.DATABASE_REPLICA_LAG.default } =
      opening.options;
    const form = forms[primary.dialect];
    if (!form) throw unserved(primary.dialect);
    const observers = new StatementObservers();
    const replicas = await Promise.all(
      replicaUrls.map((url) => replicaAt(url, primary.dialect, form, opening, observers)),
    );
    this.replicas = new Replicas(primary, replicas, form, replicaLag * 1000);
    await this.replicas.check();
    const table = ownTable(primary.dataSource, 'last_writes');
    this.lastWrites = new LastWrites(primary, table, form.storeMark(table));
    return new ReplicatedDatabase(primary, this.replicas, this.lastWrites, observers);
  }

  override markOf(key: string): string {
    return this.lastWrites.markOf(key);
  }

  override noteMark(user: object, mark: unknown): void {
    this.lastWrites.note(user, mark);
  }

  override sourceFor(user: unknown): ReplicaSource | undefined {
    return this.lastWrites.sourceFor(user);
  }

  override get servers(): readonly ServerState[] {
    return this.replicas.states;
  }

  /** Finds out what the caller of a request has written. */
  settle(user: object, key: string): Promise<void> {
    return this.lastWrites.settle(user, key);
  }

  override during<Result>(user: object, work: () => Promise<Result>): Promise<Result> {
    return this.lastWrites.during(user, work);
  }
}

const unserved = (dialect: DialectName): UnservedDatabaseError =>
  new UnservedDatabaseError(
    `The service reads from replicas of PostgreSQL and MariaDB only, and the database is ${engines[dialect].server?.name ?? 'SQLite'}. Remove DATABASE_REPLICA_URLS.`,
  );

/** A replica needs no entities. @throws TypeError when the address cannot be used */
async function replicaAt(
  url: string,
  dialect: DialectName,
  form: ReplicationForm,
  { options, limits, report, open }: Opening,
  observers: StatementObservers,
): Promise<Replica> {
  const settings = await connectionOptions({ ...options, url }, limits);
  const source = new DataSource({ ...settings, entities: [] });
  const replica: Replica = new Replica(
    new URL(url).host,
    form,
    async () => {
      await connect(source, dialect);
      const adapter = await open(source);
      adapter.observe((sql, milliseconds) => observers.notify(sql, milliseconds));
      await form.onDisconnect(source, () => replica.disconnected());
      return adapter;
    },
    report,
  );
  return replica;
}

/** @throws UnservedDatabaseError when the server is of another kind than the primary */
async function connect(source: DataSource, dialect: DialectName): Promise<void> {
  if (!source.isInitialized) await source.initialize();
  const found = await findServer(source.options.type, source);
  verifyServer(found);
  if (found.dialect !== dialect)
    throw new UnservedDatabaseError('It is another kind of database than the primary.');
}
