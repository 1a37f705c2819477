/**
 * The part of the client of `ioredis` that the service uses. The package is optional, so its types
 * must not appear in the declarations of ours.
 */
export interface RedisClient {
  readonly status: string;
  connect(): Promise<void>;
  /** @param reconnect whether to open a new connection */
  disconnect(reconnect?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close' | 'ready', listener: () => void): unknown;
  /** @param milliseconds after which the key expires */
  set(key: string, value: string | number, unit: 'PX', milliseconds: number): Promise<'OK'>;
  /** Resolves to `null` if the key exists. */
  set(
    key: string,
    value: string | number,
    unit: 'PX',
    milliseconds: number,
    onlyNew: 'NX',
  ): Promise<'OK' | null>;
  /** @param instant at which the key expires, in milliseconds since 1970 */
  set(
    key: string,
    value: string | number,
    unit: 'PXAT',
    instant: number,
    onlyNew: 'NX',
  ): Promise<'OK' | null>;
  mget(keys: string[]): Promise<(string | null)[]>;
  /** Resolves to seconds and microseconds. */
  time(): Promise<(number | string)[]>;
  eval(script: string, keyCount: number, ...values: (string | number)[]): Promise<unknown>;
}
