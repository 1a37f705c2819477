import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { type Durations, DurationHistogram } from './durations.js';

const LABELS = ['dialect', 'kind'] as const;
/** Seconds: from a row in memory to the statement timeout. */
const BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** The kind of a statement by its first word. */
const KINDS = new Map(
  Object.entries({
    select: ['select', 'with'],
    insert: ['insert', 'replace'],
    update: ['update'],
    delete: ['delete'],
    transaction: ['begin', 'start', 'commit', 'rollback', 'savepoint', 'release', 'set'],
  }).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);
const OTHER = 'other';

/** Measures the number and duration of statements, and the use of connections. */
@Injectable()
export class DatabaseMetrics implements OnApplicationShutdown {
  private readonly series = new Map<string, Durations>();
  private readonly stop: readonly (() => void)[];

  constructor(registry: Registry, @Inject(DATABASE) database: Database) {
    this.declareSeries(registry, database);
    this.declareLoad(registry, database);
    this.declareMost(registry, database);
    const turns = new DurationHistogram({
      name: 'sqlite_writer_wait_seconds',
      help: 'Seconds that a write waited for its turn, since SQLite allows one at a time; empty on other databases.',
      labelNames: [],
      buckets: BUCKETS,
      registers: [registry],
    }).seriesOf({});
    this.stop = [
      database.observe((sql, milliseconds) =>
        this.series.get(kindOf(sql))!.observe(milliseconds / 1000),
      ),
      database.observeTurns((milliseconds) => turns.observe(milliseconds / 1000)),
    ];
  }

  onApplicationShutdown(): void {
    for (const stop of this.stop) stop();
  }

  private declareSeries(registry: Registry, { dialect }: Database): void {
    const histogram = new DurationHistogram({
      name: 'sql_statement_duration_seconds',
      help: 'Duration of a statement in seconds, including the round trip to the database, by dialect and kind of statement; its count is the number of statements.',
      labelNames: LABELS,
      buckets: BUCKETS,
      registers: [registry],
    });
    for (const kind of new Set([...KINDS.values(), OTHER]))
      this.series.set(kind, histogram.seriesOf({ dialect, kind }));
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

/** Returns the kind of a statement; brackets and blanks before its first word are skipped. */
function kindOf(sql: string): string {
  const [, word = ''] = /^[\s(]*([a-z]+)/i.exec(sql) ?? [];
  return KINDS.get(word.toLowerCase()) ?? OTHER;
}
