import type { CanActivate, Type } from '@nestjs/common';
import type { Level } from 'pino';
import type { Condition } from '../definition/contracts/condition.js';
import type { ResourceClass } from '../definition/store/resource-of.js';
import type { AuthenticationProviderOptions } from './authentication-provider.js';
import type { Limits } from './limits.js';
import type { ReferenceOptions } from './reference-options.js';

/** The database of the deployment. */
export interface DatabaseOptions {
  /** `sqlite:FILE`, `sqlite::memory:`, `postgres://…`, `mysql://…` or `mariadb://…` */
  readonly url: string;
  /** Connections of the pool. Default: 10. SQLite has one writer and one reader. */
  readonly poolSize?: number;
  /**
   * Read replicas of PostgreSQL or MariaDB, with `poolSize` connections to each: `postgres://…`.
   * Set it for all processes of the service, since each of them must note what callers write.
   * Default: none.
   */
  readonly replicaUrls?: readonly string[];
  /** The most seconds that a replica may be behind the primary to be read. Default: 10. */
  readonly replicaLag?: number;
  /**
   * The share of the prepared statements that MariaDB or MySQL keeps for all clients
   * (`max_prepared_stmt_count`) that the connections of this process may use together, in percent.
   * Default: 10, which is enough for 10 replicas. At most 500 per connection; further statements
   * replace the least recently used.
   */
  readonly statementShare?: number;
  /**
   * Whether to run pending migrations at start. Default: true. With false, run them before: the
   * start then only compares the entities with the database.
   */
  readonly migrate?: boolean;
  /**
   * Whether the database exists already, as that of another application does. Then nothing creates
   * it: without its address, the service does not start. Default: false.
   */
  readonly existing?: boolean;
  /**
   * What the names of the service's own tables begin with: `api_` makes `api_tokens` of `tokens`, where
   * another application has a table of that name. It cannot be changed once the tables exist.
   * Default: nothing.
   */
  readonly tablePrefix?: string;
}

/** The entity of the users, and the properties of their credentials. */
export interface UserOptions<User extends object = object> {
  readonly entity: Type<User>;
  /** The property that users sign in with, such as `email`; compared in lower case. */
  readonly identifier: keyof User & string;
  /** The property of the password hash. */
  readonly password: keyof User & string;
  /** The property that suspends the account: if it is set, all tokens of the account end. */
  readonly suspendedAt?: keyof User & string;
  /**
   * Facts about the user for policies, set on `request.user` under their names. The statement that
   * finds the token reads them: `{ is_editor: exists('roles', where({ name: 'editor' })) }`.
   */
  readonly facts?: Readonly<Record<string, Condition<User>>>;
}

/** Tokens of an identity provider in place of the service's own. @contract C2.3 */
export interface JwtOptions {
  readonly issuer: string;
  readonly audience: string;
  /** The URL of the provider's JSON Web Key Set. */
  readonly jwksUri: string;
  /** Tokens that are signed with another algorithm are rejected. */
  readonly algorithms: readonly string[];
  /** The claim that contains the user's identifier. Default: `email`. */
  readonly claim?: string;
}

export interface AuthenticationOptions<User extends object = object> {
  readonly user: UserOptions<User>;
  /** Seconds until a token expires. Default: 30 days. */
  readonly tokenLifetime?: number;
  /**
   * The maximum number of failed logins per minute, per client address and per account. Default:
   * 20.
   * @contract C2.6
   */
  readonly failuresPerMinute?: number;
  /**
   * Whether browsers may sign in with a cookie in place of a token. Default: false. Not available
   * with `jwt` and `provider`, which issue the credentials themselves.
   * @contract C2.10
   */
  readonly cookie?: boolean;
  /** Accept tokens of an identity provider in place of the service's own. */
  readonly jwt?: JwtOptions;
  /**
   * Accept the credentials that this provider authenticates in place of the service's own tokens.
   * @contract C2.3
   */
  readonly provider?: AuthenticationProviderOptions<User>;
}

/** The storage of uploaded files, unless the deployment has its own `Storage`. @contract C10 */
export interface StorageOptions {
  /**
   * A folder of the local disk. Default: `./var/storage`. Use one folder per database. With `url`,
   * received files wait there for their validation.
   */
  readonly path?: string;
  /**
   * A bucket of an object store, in place of the folder: `s3://bucket/prefix`. Use one prefix per
   * database. It needs the package `@aws-sdk/client-s3`, which reads credentials and region from
   * the variables `AWS_*`. Default: none.
   */
  readonly url?: string;
  /** The URL of an S3-compatible object store. Default: AWS_ENDPOINT_URL, or AWS itself. */
  readonly endpoint?: string;
  /**
   * Whether the bucket is in the path of URLs and not in the host name. Default: true with
   * `endpoint`, otherwise false.
   */
  readonly pathStyle?: boolean;
  /**
   * `proxy` streams files of the object store through the service; `signed` redirects clients to a
   * signed URL of the store, and needs the package `@aws-sdk/s3-request-presigner`. Default:
   * `proxy`.
   */
  readonly delivery?: 'proxy' | 'signed';
  /** Seconds that a signed URL is valid, at most a week. Default: 900. */
  readonly linkLifetime?: number;
  /**
   * Milliseconds that a request to the object store may take, or that an upload or a download may
   * make no progress. Default: 10,000.
   */
  readonly timeout?: number;
  /** Seconds after which a file that no record refers to is removed. Default: 3,600. */
  readonly orphanLifetime?: number;
}

/** The options of the storage with their defaults. */
export type ResolvedStorageOptions = Pick<StorageOptions, 'url' | 'endpoint' | 'pathStyle'> &
  Required<Omit<StorageOptions, 'url' | 'endpoint' | 'pathStyle'>>;

/** How the action log is kept. @contract C8 */
export interface LogOptions {
  /** Days after which a row is removed. Default: never. */
  readonly keepDays?: number;
  /** The resource that serves the log, in place of the framework's. @spec Action log resource */
  readonly repository?: ResourceClass;
}

/** Who may read the metrics of the service. @contract C2.1 */
export interface MetricsOptions {
  /**
   * The bearer token for `GET /metrics`. If absent, requests from this machine may read the metrics
   * without a token.
   */
  readonly token?: string;
}

/** What replicas share in Redis. The service keeps serving while Redis is away. */
export interface RedisOptions {
  /**
   * `redis://user:password@host:6379/0`, or `rediss://` for TLS. It needs the packages `ioredis` and
   * `rate-limiter-flexible`, and `bullmq` for the queue of runs. Default: none, so that each process
   * counts rates by itself.
   */
  readonly url?: string;
  /** The beginning of all keys. Use one prefix per database. Default: `resource-api:`. */
  readonly prefix?: string;
  /** Milliseconds that a request waits for Redis. Default: 500. */
  readonly timeout?: number;
}

/** How actions run after their response. @contract C14 */
export interface ActionRunOptions {
  /** How many this process runs at the same time; 0 leaves them to other processes. Default: 2. */
  readonly concurrency?: number;
  /** Milliseconds between two looks for runs, and for changes of runs that clients follow. Default: 2,000. */
  readonly poll?: number;
  /** Seconds without a sign of life after which another process goes on with a run. Default: 30. */
  readonly lease?: number;
  /** Days after which a run that has ended is removed. Default: 30. */
  readonly keepDays?: number;
}

/**
 * The maximum number of requests per minute, per node or, with `redis`, of all nodes together.
 * Default: unlimited. @contract C12
 */
export interface RateOptions {
  /** From one user, with all tokens of the user together. */
  readonly userPerMinute?: number;
  /**
   * From one client address, or one /64 network of IPv6. A proxy that `trustedProxies` does not
   * name counts as one client.
   */
  readonly peerPerMinute?: number;
}

/** Who may have reads explained. @contract C17.6 */
export interface ExplainOptions<User extends object = object> {
  /**
   * Whether a user may see how reads work: SQL, the names of all its columns, conditions of policies,
   * and estimates that depend on records that the user may not see.
   */
  can(user: User): boolean;
}

/** The browser application for people. @contract C2.1 */
export interface ExplorerOptions {
  /** Its path. Default: `/explorer`. */
  readonly path?: string;
  /** Its title. Default: the title of the reference, or `Resource API`. */
  readonly title?: string;
  /** An image file on the disk of the service: SVG, PNG, WebP or JPEG. Default: none. */
  readonly logo?: string;
  /** The accent color, such as `#0f766e`. Default: a blue. */
  readonly color?: string;
}

/** Who may read as another account. @contract C2.9 */
export interface ViewAsOptions<User extends object = object> {
  /**
   * Whether a user may read the API with the rights of another account. It is asked of the user who
   * sends the request, once per request.
   */
  can(user: User, other: User): boolean;
}

/** Who may ask why something is allowed, refused or hidden. @contract C18.1 */
export interface WhyOptions<User extends object = object> {
  /**
   * Whether a user may ask about the rights of an account. The responses contain names of members that
   * are hidden from the account, and what policies decide on its records. A user who may not ask about
   * the user's own account may not ask at all.
   */
  can(user: User, account: User): boolean;
}

/** Options of `/mcp`, which agents call. @contract C11 */
export interface AgentOptions {
  /**
   * Values of the header `Host` that `/mcp` accepts, in addition to those of this machine and of
   * `publicUrl`. Default: none.
   */
  readonly hosts?: readonly string[];
}

/** What protects writes from errors and from other writes. @contract C13 */
export interface SafeWriteOptions {
  /**
   * Whether responses with one record contain its version as `ETag`, which `If-Match` compares.
   * Default: true.
   */
  readonly versions?: boolean;
  /** Whether `Idempotency-Key` is supported. Default: true. */
  readonly idempotency?: boolean;
  /** Whether `Prefer: tx=rollback` is supported. Default: true. */
  readonly dryRuns?: boolean;
  /** Whether `Prefer: max-affected=<n>` is supported. Default: true. */
  readonly maxAffected?: boolean;
  /** Whether resources have endpoints that write many records at once. Default: true. */
  readonly bulk?: boolean;
  /**
   * Whether the log keeps what it takes to revert a change, and `POST /action_logs/<id>/revert`
   * exists. Only resources with a log are affected. Default: true.
   * @contract C15
   */
  readonly undo?: boolean;
}

/** The options of a deployment. */
export interface ResourceApiOptions<User extends object = object> {
  readonly database: DatabaseOptions;
  readonly authentication: AuthenticationOptions<User>;
  /** The path prefix of all resources. Default: `/api`. */
  readonly prefix?: string;
  /** The base of absolute links: `https://api.example.com`. Default: links are relative. */
  readonly publicUrl?: string;
  /**
   * The guards of all requests except public ones, in order. Default: the bearer guard. @spec
   * Authentication 1
   */
  readonly middleware?: readonly Type<CanActivate>[];
  /**
   * The reverse proxies in front of the service: addresses, ranges (`10.0.0.0/24`), or `loopback`,
   * `linklocal` or `uniquelocal` for the ranges of this machine and of private networks. Default:
   * none. Their `X-Forwarded-For` sets the client address of throttles, rates and the log. A client
   * that reaches the service from these addresses without the proxy can claim any address.
   */
  readonly trustedProxies?: readonly string[];
  /** The origins whose pages may call the API. Default: none. */
  readonly cors?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** Rate limits per caller. Default: none. */
  readonly rates?: RateOptions;
  readonly metrics?: MetricsOptions;
  /** Who may have reads explained, with `Prefer: explain`. Default: nobody. */
  readonly explain?: ExplainOptions<User>;
  /** Who may read as another account, with the header `View-As`. Default: nobody. */
  readonly viewAs?: ViewAsOptions<User>;
  /** Who may ask why something is allowed, refused or hidden, at `/_why`. Default: nobody. */
  readonly why?: WhyOptions<User>;
  readonly storage?: StorageOptions;
  /** A Redis for rates and locks that all replicas share. Default: none. */
  readonly redis?: RedisOptions;
  readonly runs?: ActionRunOptions;
  /** The action log. */
  readonly logs?: LogOptions;
  /** Versions, idempotency, dry runs, limits and undo of writes. */
  readonly safeWrites?: SafeWriteOptions;
  /**
   * The secrets that encrypt what the service keeps for itself, at least 32 characters each: the
   * first encrypts, all decrypt. Default: none, so that nothing is encrypted.
   */
  readonly appKeys?: readonly string[];
  /** Tools for agents. */
  readonly agents?: AgentOptions;
  /** The public OpenAPI document and reference page; `false` disables both. */
  readonly reference?: ReferenceOptions | false;
  /**
   * The browser application at `/explorer`; `false` disables it. It needs `schema`. The page is public,
   * its data is not.
   */
  readonly explorer?: ExplorerOptions | false;
  /**
   * Whether `GET /` describes the service, in an application that `createApplication` makes. Default:
   * true. With false, a controller of the team can serve it.
   */
  readonly firstPage?: boolean;
  /** Whether to describe the resources to callers at `/_schema`. Default: true. @contract C17.1 */
  readonly schema?: boolean;
  /** Whether lists can be read as CSV and NDJSON. Default: true. @contract C17.3 */
  readonly exports?: boolean;
  /** Whether to compress responses for clients that ask for it. Default: true. @contract C17.5 */
  readonly compression?: boolean;
  /** The lowest level that is logged. Default: `info`. */
  readonly logLevel?: Level | 'silent';
  /**
   * Whether the log contains the number of statements of each request. Default: false, since up to
   * Node.js 22 counting them costs processor time in every request. Traced requests always have it.
   */
  readonly logStatements?: boolean;
}

/** The options of the explorer with their defaults. */
export interface ResolvedExplorerOptions {
  readonly path: string;
  readonly title: string;
  readonly logo: string | null;
  readonly color: string | null;
}

/** Nest's token for the {@link ResolvedOptions}. */
export const OPTIONS = Symbol('resource-api:options');

/** The options with all defaults; frozen at boot. */
export interface ResolvedOptions extends Required<
  Omit<
    ResourceApiOptions,
    | 'publicUrl'
    | 'limits'
    | 'authentication'
    | 'storage'
    | 'redis'
    | 'runs'
    | 'logs'
    | 'agents'
    | 'safeWrites'
    | 'reference'
    | 'explain'
    | 'explorer'
    | 'viewAs'
    | 'why'
  >
> {
  readonly publicUrl: string | null;
  readonly limits: Limits;
  readonly storage: ResolvedStorageOptions;
  readonly runs: Required<ActionRunOptions>;
  readonly redis: Pick<RedisOptions, 'url'> & Required<Omit<RedisOptions, 'url'>>;
  readonly safeWrites: Required<SafeWriteOptions>;
  readonly logs: LogOptions;
  readonly agents: Required<AgentOptions>;
  readonly reference: ReferenceOptions | false;
  readonly explain: ExplainOptions | null;
  readonly explorer: ResolvedExplorerOptions | false;
  readonly viewAs: ViewAsOptions | null;
  readonly why: WhyOptions | null;
  readonly authentication: AuthenticationOptions & {
    readonly tokenLifetime: number;
    readonly failuresPerMinute: number;
    readonly cookie: boolean;
  };
}

/**
 * Returns whether the service issues tokens itself. Otherwise there is no login, no logout and no
 * list of tokens.
 * @contract C2.3
 */
export const issuesTokens = ({
  authentication: { jwt, provider },
}: Pick<ResolvedOptions, 'authentication'>): boolean => !jwt && !provider;
