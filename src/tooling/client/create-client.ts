import { ProfileClient } from './profile-client.js';
import type { Written } from './records.js';
import { ResourceClient, type Targets } from './resource-client.js';
import type { AnyResources, RecordId, Resources } from './resource-types.js';
import { RunsClient } from './runs-client.js';
import {
  unwrapData,
  segmentOf,
  Transport,
  type ApiOptions,
  type ApiRequest,
  type RequestOptions,
  type WriteOptions,
  type WriteTerm,
} from './transport.js';

/** What a client needs to know of its service when it runs. */
export interface ApiFacts {
  /** What the paths start with: `/api`. */
  readonly prefix: string;
  /** Resource -> its lists of related records -> the related resource. */
  readonly resources: Readonly<Record<string, Targets>>;
  /** The resource of the profile; `null` without a profile. */
  readonly profile: string | null;
  /** The options of writes that the service supports. */
  readonly terms: readonly WriteTerm[];
  /**
   * Resource -> its actions that reach outside the database. They are not sent again, since a
   * service that fails in the middle cannot undo what they have done there.
   */
  readonly external?: Readonly<Record<string, readonly string[]>>;
}

/** `api.posts`, and so on. */
export type ResourceClients<R extends Resources<R>> = {
  readonly [K in keyof R]: ResourceClient<R, K>;
};

export interface ProfileApi<R extends Resources<R>, K extends keyof R> {
  /** The record of the caller. */
  readonly profile: ProfileClient<R, K>;
}

/** A token, as a login returns it. @contract C2.2 */
export interface LoginToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
}
/** A token of the caller, without its secret. */
export interface TokenEntry {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string;
}

/** Of services that issue tokens themselves. @contract C2.2 */
export interface SessionApi {
  /** Signs in. Later requests of this client send the token. */
  login(
    credentials: { readonly email: string; readonly password: string; readonly name?: string },
    options?: RequestOptions,
  ): Promise<LoginToken>;
  /** Revokes the token of this client. */
  logout(options?: RequestOptions): Promise<void>;
  readonly tokens: {
    index(options?: RequestOptions): Promise<readonly TokenEntry[]>;
    delete(id: RecordId, options?: RequestOptions): Promise<void>;
  };
}

/** What a revert has done. @contract C15.1 */
export interface Reverted {
  /** The number of log rows that were reverted. */
  readonly affected: number;
  readonly batch_id: string;
  /** With `lenient`: the records that have changed since. @contract C15.2 */
  readonly conflicts?: readonly {
    readonly type: string;
    readonly id: string;
    readonly errors: Readonly<Record<string, readonly string[]>>;
  }[];
}

/** Options of a revert. */
export interface RevertOptions<D extends boolean = boolean> extends WriteOptions<D> {
  /** Leaves out records that have changed since. @contract C15.2 */
  readonly lenient?: boolean | undefined;
}

/** Of services that can revert changes. @contract C15 */
export interface UndoApi {
  /** Reverts a row of the action log, by its key, or all rows of a batch. */
  $revert<D extends boolean = false>(
    change: RecordId | { readonly batch_id: string },
    options?: RevertOptions<D>,
  ): Promise<Written<Reverted, D>>;
}

/** For what the types do not cover. */
export interface UntypedApi {
  /** Returns the client of any resource, without its types. */
  $resource(key: string): ResourceClient<AnyResources, string>;
  /**
   * Sends any request, such as one to a controller of the application. A write is not repeated,
   * because such a controller need not know idempotency keys. `isRepeatable: true` allows it.
   */
  $send<Body = unknown>(request: ApiRequest): Promise<Body>;
  /** Returns the version of a record that this client has read, as `ifMatch` takes it. */
  $version(record: object): string | undefined;
}

/**
 * Creates the client of a service. The generated file calls it with its types:
 * `createApi({ url, token })`.
 *
 * @param facts what the generated file contains of the service
 */
export function createClient<Api extends object>(facts: ApiFacts, options: ApiOptions = {}): Api {
  const { prefix, resources, profile, external = {} } = facts;
  const transport = new Transport(options, facts.terms);
  const clientOf = (key: string) =>
    new ResourceClient<AnyResources, string>(transport, prefix, key, {
      targets: resources[key] ?? {},
      external: external[key] ?? [],
    });
  const untyped: UntypedApi = {
    $resource: clientOf,
    $send: (request) => transport.send({ isRepeatable: request.method === 'GET', ...request }),
    $version: (record) => transport.versionOf(record),
  };
  return {
    runs: new RunsClient(transport, prefix),
    ...Object.fromEntries(Object.keys(resources).map((key) => [key, clientOf(key)])),
    ...(profile !== null && {
      profile: new ProfileClient(transport, `${prefix}/profile`, profile),
    }),
    ...sessionOf(transport, prefix),
    ...undoOf(transport, prefix),
    ...untyped,
  } as unknown as Api;
}

function sessionOf(transport: Transport, prefix: string): SessionApi {
  return {
    async login(credentials, options) {
      const token = await transport.send<LoginToken>({
        method: 'POST',
        path: `${prefix}/login`,
        body: credentials,
        options,
        isRepeatable: false,
      });
      transport.token = token.access_token;
      return token;
    },
    async logout(options) {
      const path = `${prefix}/logout`;
      await transport.send({ method: 'POST', path, options, isRepeatable: false });
      transport.token = null;
    },
    tokens: {
      index: async (options) =>
        unwrapData(await transport.send({ method: 'GET', path: `${prefix}/tokens`, options })),
      delete: (id, options) =>
        transport.send({
          method: 'DELETE',
          path: `${prefix}/tokens/${segmentOf(id)}`,
          options,
          isRepeatable: false,
        }),
    },
  };
}

const undoOf = (transport: Transport, prefix: string): UndoApi => ({
  async $revert<D extends boolean>(
    change: RecordId | { readonly batch_id: string },
    options: RevertOptions<D> = {},
  ) {
    const isBatch = typeof change === 'object';
    const response = await transport.send({
      method: 'POST',
      path: `${prefix}/action_logs/${isBatch ? '' : `${segmentOf(change)}/`}revert`,
      body: isBatch ? change : undefined,
      options,
    });
    return unwrapData<Written<Reverted, D>>(response);
  },
});
