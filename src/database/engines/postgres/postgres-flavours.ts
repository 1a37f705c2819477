/** The kinds of server that speak the protocol and the SQL of PostgreSQL. */
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
   * A statement that returns the level at which the server really runs them, since some silently
   * choose another one; `null` where it cannot be lower than asked for.
   */
  readonly effectiveIsolation: string | null;
  /**
   * Whether work loses conflicts in normal operation, also reads outside of transactions. On other
   * servers, only transactions and writes do, rarely.
   */
  readonly losesConflicts: boolean;
  /** Whether a row has a system column `xmin`, which every change of the row changes. */
  readonly rowVersions: boolean;
  /** Whether advisory locks lock something, and for as long as the connection lives. */
  readonly advisoryLocks: boolean;
  /** Whether a failed migration can be rolled back as a whole. */
  readonly transactionalDdl: boolean;
  /** Whether columns may be declared `collate "C"`. If not, strings compare by code points. */
  readonly collations: boolean;
  /** Whether `explain (format json)` describes the steps of a plan, with expected rows. */
  readonly jsonPlans: boolean;
  /** Whether JSON that the database writes is the same, byte for byte, as that of PostgreSQL. */
  readonly writesJson: boolean;
  /** Whether `offset` accepts a subselect, which hides the number from the planner. */
  readonly hidesOffset: boolean;
  /** Whether an insert accepts `overriding system value`. */
  readonly overrides: boolean;
  /** Whether `sha256` takes a `bytea` and returns one. If not, it returns a string in hex. */
  readonly binaryDigests: boolean;
  /** Whether a connection may lead to a standby, which only accepts reads. */
  readonly standbys: boolean;
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
  losesConflicts: false,
  rowVersions: true,
  advisoryLocks: true,
  transactionalDdl: true,
  collations: true,
  jsonPlans: true,
  writesJson: true,
  hidesOffset: true,
  overrides: true,
  binaryDigests: true,
  standbys: true,
};

/**
 * The kinds of server behind addresses of PostgreSQL, one row each. What differs between them is
 * here; writes of pivot rows in one statement and replicas have tables of the dialects that can do
 * them. The last two rows follow the documentation of the products, see
 * `docs/guide/distributed-sql.md`.
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
    losesConflicts: true,
    rowVersions: false,
    advisoryLocks: false, // the functions exist, and lock nothing
    transactionalDdl: false,
    collations: false,
    jsonPlans: false,
    writesJson: false, // `json` is `jsonb`
    hidesOffset: false,
    overrides: false,
    binaryDigests: false,
    standbys: false,
  },
  yugabytedb: {
    ...postgresql,
    name: 'yugabytedb',
    product: 'YugabyteDB',
    versionIn: (response) => /^PostgreSQL \S+?-YB-([\d.]+)/.exec(response)?.[1] ?? null,
    oldest: [2025, 1], // the first one with the SQL of PostgreSQL 15
    effectiveIsolation: `select current_setting('yb_effective_transaction_isolation_level', true)`,
    losesConflicts: true,
    rowVersions: false,
    advisoryLocks: false, // depend on the version and a flag
    transactionalDdl: false, // unless a flag is set
    standbys: false,
  },
};

const isOther = (response: string): boolean =>
  [flavours.cockroachdb, flavours.yugabytedb].some((other) => other.versionIn(response) !== null);
