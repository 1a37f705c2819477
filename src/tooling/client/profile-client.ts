import type { Fields, Included, ShowQuery } from './query.js';
import { writeQuery } from './query-string.js';
import type { ResourceObject, Written } from './records.js';
import { hasFiles } from './request-body.js';
import type { Resources } from './resource-types.js';
import {
  unwrapData,
  type HttpMethod,
  type RequestOptions,
  type Transport,
  type WriteOptions,
} from './transport.js';

/** The requests of the caller's own record. @spec Profile */
export class ProfileClient<R extends Resources<R>, K extends keyof R> {
  /** @param key the resource of the profile */
  constructor(
    private readonly transport: Transport,
    private readonly path: string,
    private readonly key: string,
  ) {}

  show<const F extends Fields<R, K> = undefined, const I extends Included<R, K> = undefined>(
    query: ShowQuery<R, K, F, I> = {},
    options?: RequestOptions,
  ): Promise<ResourceObject<R, K, F, I>> {
    return this.send('GET', undefined, query, options);
  }

  /** Validates every writable field, and writes those of the body. */
  update<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    D extends boolean = false,
  >(
    body: R[K]['update'],
    query: ShowQuery<R, K, F, I> = {},
    options?: WriteOptions<D>,
  ): Promise<Written<ResourceObject<R, K, F, I>, D>> {
    return this.send('PUT', body, query, options);
  }

  /** Validates and writes the fields of the body. A body with a file is sent as a form. */
  patch<
    const F extends Fields<R, K> = undefined,
    const I extends Included<R, K> = undefined,
    D extends boolean = false,
  >(
    body: R[K]['patch'],
    query: ShowQuery<R, K, F, I> = {},
    options?: WriteOptions<D>,
  ): Promise<Written<ResourceObject<R, K, F, I>, D>> {
    return this.send(hasFiles(body) ? 'POST' : 'PATCH', body, query, options);
  }

  private async send<Result>(
    method: HttpMethod,
    body: unknown,
    query: object,
    options?: WriteOptions,
  ): Promise<Result> {
    const { transport, path, key } = this;
    const parameters = writeQuery(key, query);
    return unwrapData(await transport.send({ method, path, query: parameters, body, options }));
  }
}
