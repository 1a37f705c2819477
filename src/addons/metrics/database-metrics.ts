import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DATABASE, type Database, type ServerState } from '../../database/connection/database.js';
import { statementKindOf, statementKinds } from '../../database/connection/statement-kind.js';

/** Seconds: from a row in memory to the statement timeout. */
const BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Measures the number and duration of statements, and the use of connections. */
@Injectable()
export class DatabaseMetrics implements OnApplicationShutdown {
  private readonly stop: readonly (() => void)[];

  constructor(registry: Registry, @Inject(DATABASE) database: Database) {
    const { dialect } = database;
    const statements = statementHistogram(registry);
    const turns = turnHistogram(registry);
    // A series exists before its first statement, so that its rate is known from the start.
    for (const kind of statementKinds) statements.zero({ dialect, kind });
    this.declareLoad(registry, database);
    this.declareMost(registry, database);
    declareConflicts(registry, database);
    declareReplicas(registry, () => database.extension?.servers ?? []);
    this.stop = [
      database.observe((sql, milliseconds) =>
        statements.observe({ dialect, kind: statementKindOf(sql) }, milliseconds / 1000),
      ),
      database.observeTurns((milliseconds) => turns.observe(milliseconds / 1000)),
    ];
  }

  onApplicationShutdown(): void {
    for (const stop of this.stop) stop();
  }

  private declareMost(registry: Registry, { load }: Database): void {
    new Gauge({
      name: 'database_connections_max',
      help: 'Connections to the database that this process may open.',
      registers: [registry],
    }).set(load.max);
  }

  private declareLoad(registry: Registry, database: Database): void {
    new Gauge({
      name: 'database_connections',
      help: 'Connections to the database that this process has open, by state: idle or busy. On SQLite there are two, one that reads and one that writes.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        const { open, idle } = database.load;
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'busy' }, open - idle);
      },
    });
    new Gauge({
      name: 'database_connections_waiting',
      help: 'Requests that wait for a connection; on SQLite, for their turn to write.',
      registers: [registry],
      collect() {
        this.set(database.load.waiting);
      },
    });
  }
}

function declareConflicts(registry: Registry, { conflicts }: Database): void {
  const counter = (name: string, help: string, count: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(count());
      },
    });
  counter(
    'database_conflict_retries_total',
    'Transactions, writes and reads that were run again, since they lost a conflict with other transactions.',
    () => conflicts.retried,
  );
  counter(
    'database_conflict_failures_total',
    'Those that lost each time, so that they failed as unavailable.',
    () => conflicts.exhausted,
  );
}

function declareReplicas(registry: Registry, servers: () => readonly ServerState[]): void {
  const each = { labelNames: ['replica'], registers: [registry] };
  new Gauge({
    ...each,
    name: 'database_replica_used',
    help: 'Whether reads may go to the replica: 1 or 0.',
    collect() {
      for (const { name, isUsed } of servers()) this.set({ replica: name }, isUsed ? 1 : 0);
    },
  });
  new Gauge({
    ...each,
    name: 'database_replica_lag_seconds',
    help: 'Seconds that the replica is behind the primary, at most; absent while that is unknown.',
    collect() {
      this.reset();
      for (const { name, lag } of servers()) if (lag !== null) this.set({ replica: name }, lag);
    },
  });
  new Counter({
    ...each,
    name: 'database_replica_reads_total',
    help: 'Statements that the replica has run.',
    collect() {
      this.reset();
      for (const { name, reads } of servers()) this.inc({ replica: name }, reads);
    },
  });
}

const statementHistogram = (registry: Registry) =>
  new Histogram({
    name: 'sql_statement_duration_seconds',
    help: 'Duration of a statement in seconds, including the round trip to the database, by dialect and kind of statement; its count is the number of statements.',
    labelNames: ['dialect', 'kind'],
    buckets: BUCKETS,
    registers: [registry],
  });

const turnHistogram = (registry: Registry) =>
  new Histogram({
    name: 'sqlite_writer_wait_seconds',
    help: 'Seconds that a write waited for its turn, since SQLite allows one at a time; empty on other databases.',
    buckets: BUCKETS,
    registers: [registry],
  });
