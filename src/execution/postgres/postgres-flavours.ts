/** A kind of server that speaks the protocol and the SQL of PostgreSQL. */
export type PostgresName = 'postgres' | 'cockroachdb' | 'yugabytedb';

/** What the service has to know about such a server, because it differs between them. */
export interface PostgresFlavour {
  readonly name: PostgresName;
  /** As messages name it. */
  readonly product: string;
  /** Returns the version in the server's `version()`, or `null` if another server sent it. */
  versionIn(response: string): string | null;
  /** The numbers of the oldest supported version. */
  readonly oldest: readonly number[];
  /**
   * The level that transactions ask for. Locks of rows need `read committed`, in which a statement
   * after a lock sees what was committed before it, or `serializable`, in which a transaction that
   * would see less fails with 40001. Anything between lets two syncs both win.
   */
  readonly isolation: 'read committed' | 'serializable';
  /**
   * A statement that returns the level at which the server really runs them, as some silently
   * choose another one; `null` where it cannot be lower than asked for.
   */
  readonly effectiveIsolation: string | null;
  /** Whether reads outside of transactions may fail with 40001, and have to be sent again. */
  readonly readsConflict: boolean;
  /** Whether a row has a system column `xmin`, which every change of the row changes. */
  readonly rowVersions: boolean;
  /**
   * Whether one statement may change, log and return rows in its `with`, while other parts of it
   * see the rows as they were.
   */
  readonly writesInOneStatement: boolean;
  /** Whether `pg_advisory_lock` locks something, and for as long as the connection lives. */
  readonly advisoryLocks: boolean;
  /** Whether a failed migration can be rolled back as a whole. */
  readonly transactionalDdl: boolean;
  /** Whether columns may be declared `collate "C"`. If not, strings compare by code points. */
  readonly collations: boolean;
  /** The type of an integer of 32 bits. */
  readonly integer: string;
  /** Whether `serial` counts from 1, so that its numbers fit a number of JavaScript. */
  readonly countingSerials: boolean;
  /** Whether the planner's estimate can be read from `explain (format json)`. */
  readonly estimates: boolean;
  /** Whether JSON that the database writes is the same, byte for byte, as that of PostgreSQL. */
  readonly writesJson: boolean;
  /** Whether `offset` accepts a subselect, which hides the number from the planner. */
  readonly hidesOffset: boolean;
  /** Whether an expression can have an index of trigrams. */
  readonly trigramIndexes: boolean;
  /** Whether `sha256` takes a `bytea` and returns one. If not, it returns a string in hex. */
  readonly binaryDigests: boolean;
  /** Whether `truncate` can restart the counters of keys. */
  readonly restartsKeys: boolean;
  /** Whether a connection may lead to a standby, which only accepts reads. */
  readonly standbys: boolean;
  /** Whether reads can go to replicas, whose positions are LSNs. */
  readonly replicas: boolean;
}

const postgresql: PostgresFlavour = {
  name: 'postgres',
  product: 'PostgreSQL',
  // Also every other server: forks of PostgreSQL, and poolers.
  versionIn: (response) =>
    isOther(response) ? null : response.replace(/^PostgreSQL /, '').replace(/ on .*/s, ''),
  oldest: [15],
  isolation: 'read committed',
  effectiveIsolation: null,
  readsConflict: false,
  rowVersions: true,
  writesInOneStatement: true,
  advisoryLocks: true,
  transactionalDdl: true,
  collations: true,
  integer: 'integer',
  countingSerials: true,
  estimates: true,
  writesJson: true,
  hidesOffset: true,
  trigramIndexes: true,
  binaryDigests: true,
  restartsKeys: true,
  standbys: true,
  replicas: true,
};

/**
 * The kinds of servers behind addresses of PostgreSQL, one row each. All code that differs between
 * them asks this table. The last two rows follow the documentation of the products,
 * see `docs/guide/distributed-sql.md`.
 */
export const flavours: Readonly<Record<PostgresName, PostgresFlavour>> = {
  postgres: postgresql,
  cockroachdb: {
    ...postgresql,
    name: 'cockroachdb',
    product: 'CockroachDB',
    versionIn: (response) => /^CockroachDB \w+ v(\S+)/.exec(response)?.[1] ?? null,
    oldest: [24, 1],
    // Always available, while READ COMMITTED is a setting of the cluster.
    isolation: 'serializable',
    readsConflict: true,
    rowVersions: false,
    writesInOneStatement: false, // one `with` may not change a table twice
    advisoryLocks: false, // the functions exist, and lock nothing
    transactionalDdl: false,
    collations: false,
    integer: 'int4', // `integer` has 64 bits
    countingSerials: false, // `serial` is `unique_rowid()`
    estimates: false,
    writesJson: false, // `json` is `jsonb`
    hidesOffset: false,
    trigramIndexes: false,
    binaryDigests: false,
    restartsKeys: false,
    standbys: false,
    replicas: false,
  },
  yugabytedb: {
    ...postgresql,
    name: 'yugabytedb',
    product: 'YugabyteDB',
    versionIn: (response) => /^PostgreSQL \S+?-YB-([\d.]+)/.exec(response)?.[1] ?? null,
    oldest: [2025, 1], // the first one with the SQL of PostgreSQL 15
    // SERIALIZABLE does not support `skip locked`.
    isolation: 'read committed',
    effectiveIsolation: `select current_setting('yb_effective_transaction_isolation_level', true)`,
    readsConflict: true,
    rowVersions: false,
    writesInOneStatement: false,
    advisoryLocks: false, // depend on the version and a flag
    transactionalDdl: false, // unless a flag is set
    estimates: false, // a constant before `analyze`
    standbys: false,
    replicas: false,
  },
};

const isOther = (response: string): boolean =>
  [flavours.cockroachdb, flavours.yugabytedb].some((other) => other.versionIn(response) !== null);
