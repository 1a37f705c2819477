import type { CanActivate, Type } from '@nestjs/common';
import type { Level } from 'pino';
import type { Condition } from '../definition/condition.js';
import type { ResourceClass } from '../definition/resource-of.js';
import type { AuthenticationProviderOptions } from './authentication-provider.js';
import type { Limits } from './limits.js';
import type { ReferenceOptions } from './reference-options.js';

/** Where the data lies. */
export interface DatabaseOptions {
  /** `sqlite:FILE`, `sqlite::memory:`, `postgres://…`, `mysql://…` or `mariadb://…` */
  readonly url: string;
  /** Connections of the pool, 10 unless told; SQLite has one writer and one reader. */
  readonly poolSize?: number;
  /**
   * Percent of the prepared statements that MariaDB or MySQL keeps for all clients
   * (`max_prepared_stmt_count`) that the connections of this process may use together; 10 by
   * default. Replicas have a share each: with 10 percent, 10 processes have room. At most 500 per
   * connection; further statements replace the least recently used.
   */
  readonly statementShare?: number;
  /**
   * Whether the start runs pending migrations; true. With false they have to be run before: the
   * start then only compares the entities with the database.
   */
  readonly migrate?: boolean;
}

/** Which entity the users are, and under which properties their credentials lie. */
export interface UserOptions<User extends object = object> {
  readonly entity: Type<User>;
  /** The property that a person signs in with; compared in lower case. */
  readonly identifier: keyof User & string;
  /** The property that holds the password's hash. */
  readonly password: keyof User & string;
  /** The property that, once set, ends every token of the account. */
  readonly suspendedAt?: keyof User & string;
  /**
   * Facts about the user that policies ask, put on `request.user` under their names and answered in
   * the statement that finds the token: `{ is_editor: exists('roles', where({ name: 'editor' }))
   * }`.
   */
  readonly facts?: Readonly<Record<string, Condition<User>>>;
}

/** Tokens of an identity provider in place of the service's own. @contract C2.3 */
export interface JwtOptions {
  readonly issuer: string;
  readonly audience: string;
  /** Address of the provider's JSON Web Key Set. */
  readonly jwksUri: string;
  /** Pinned: a token signed otherwise is refused. */
  readonly algorithms: readonly string[];
  /** The claim that holds the user's identifier; `email` unless told. */
  readonly claim?: string;
}

export interface AuthenticationOptions<User extends object = object> {
  readonly user: UserOptions<User>;
  /** Seconds that a token lives; 30 days unless told. */
  readonly tokenLifetime?: number;
  /**
   * Wrong credentials a minute, from one peer or for one account; 20 unless told.
   * @contract C2.6
   */
  readonly failuresPerMinute?: number;
  /** Accept tokens of an identity provider in place of the service's own. */
  readonly jwt?: JwtOptions;
  /**
   * Accept the credentials that this provider knows in place of the service's own tokens.
   * @contract C2.3
   */
  readonly provider?: AuthenticationProviderOptions<User>;
}

/** Where uploaded files lie, unless the deployment gives a `Storage` of its own. @contract C10 */
export interface StorageOptions {
  /**
   * A folder of the local disk; `./var/storage`. It belongs to one database: no other may refer to
   * its files.
   */
  readonly path?: string;
  /** Seconds after which a file that no record holds is removed; 3,600. */
  readonly orphanLifetime?: number;
}

/** How the action log is kept. @contract C8 */
export interface LogOptions {
  /** Days after which a row is removed; absent: never. */
  readonly keepDays?: number;
  /**
   * The resource that serves the log in place of the one registered beside it. @spec Action log
   * resource
   */
  readonly repository?: ResourceClass;
}

/** Who may read the measurements of the service. @contract C2.1 */
export interface MetricsOptions {
  /**
   * The bearer token that `GET /metrics` wants; absent: none, and whoever asks from this very
   * machine may read.
   */
  readonly token?: string;
}

/** How many requests each node takes a minute; absent: any number. @contract C12 */
export interface RateOptions {
  /** From one user, with whichever of the user's tokens. */
  readonly userPerMinute?: number;
  /**
   * From one network address, or one /64 of IPv6; a proxy in front that `trustedProxies` does not
   * name counts as one.
   */
  readonly peerPerMinute?: number;
}

/** Agents, which call at `/mcp`. @contract C11 */
export interface AgentOptions {
  /**
   * Names in the header `Host` that `/mcp` answers to, beside those of this machine and of
   * `publicUrl`; none.
   */
  readonly hosts?: readonly string[];
}

/** What a deployment says of itself. Absent: the default that stands beside it. */
export interface ResourceApiOptions<User extends object = object> {
  readonly database: DatabaseOptions;
  readonly authentication: AuthenticationOptions<User>;
  /** The path before every resource; `/api`. */
  readonly prefix?: string;
  /** Makes links absolute: `https://api.example.com`. */
  readonly publicUrl?: string;
  /**
   * Guards that every request but the public ones passes, in order; the bearer guard alone. @spec
   * Authentication 1
   */
  readonly middleware?: readonly Type<CanActivate>[];
  /**
   * The proxies in front of the service, by address, range (`10.0.0.0/24`), or `loopback`,
   * `linklocal` or `uniquelocal`, which stand for the ranges of this machine and of private
   * networks; none. What they say in `X-Forwarded-For` is then the peer of throttles, rates and the
   * log. Whoever reaches the service from there without them may claim any address.
   */
  readonly trustedProxies?: readonly string[];
  /** Origins whose pages may call the API; none. */
  readonly cors?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** How often one caller may call; off. */
  readonly rates?: RateOptions;
  readonly metrics?: MetricsOptions;
  readonly storage?: StorageOptions;
  /** The action log. */
  readonly logs?: LogOptions;
  /** Tools for agents. */
  readonly agents?: AgentOptions;
  /**
   * The OpenAPI document and the reference page, which everybody may read; `false`: there is
   * neither.
   */
  readonly reference?: ReferenceOptions | false;
  /** What the log tells from; `info`. */
  readonly logLevel?: Level | 'silent';
}

/** Nest's token for the {@link ResolvedOptions}. */
export const OPTIONS = Symbol('resource-api:options');

/** The options with every default filled in; frozen at boot. */
export interface ResolvedOptions extends Required<
  Omit<
    ResourceApiOptions,
    'publicUrl' | 'limits' | 'authentication' | 'storage' | 'logs' | 'agents' | 'reference'
  >
> {
  readonly publicUrl: string | null;
  readonly limits: Limits;
  readonly storage: Required<StorageOptions>;
  readonly logs: LogOptions;
  readonly agents: Required<AgentOptions>;
  readonly reference: ReferenceOptions | false;
  readonly authentication: AuthenticationOptions & {
    readonly tokenLifetime: number;
    readonly failuresPerMinute: number;
  };
}

/**
 * Whether the service issues tokens itself. Otherwise there is no login, no logout and no list of
 * tokens.
 * @contract C2.3
 */
export const issuesTokens = ({
  authentication: { jwt, provider },
}: Pick<ResolvedOptions, 'authentication'>): boolean => !jwt && !provider;
