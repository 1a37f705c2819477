import { ApiFailure, networkFailure } from './api-error.js';
import { linesOf, NDJSON } from './lines.js';
import { encodeBody } from './request-body.js';
import type { ActionRun } from './records.js';
import type { RecordId } from './resource-types.js';

/** The options of a client. */
export interface ApiOptions {
  /** The origin of the service, such as `https://api.example.com`; default: that of the page. */
  readonly url?: string | undefined;
  /** The token of every request, or a function that returns it. A login replaces it. */
  readonly token?: Token | (() => Token | Promise<Token>) | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces `fetch`, for tests and for runtimes without one. */
  readonly fetch?: typeof fetch | undefined;
  /** How often a request is sent again if that is safe; 2. */
  readonly retries?: number | undefined;
  /** The milliseconds before a retry, unless the response contains them; from 200, doubled. */
  readonly delay?: ((retry: number) => number) | undefined;
}
type Token = string | null | undefined;

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request, retries included; the promise is rejected with the reason. */
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a write. */
export interface WriteOptions<D extends boolean = boolean> extends RequestOptions {
  /** Identifies the intention across calls; default: one for each call. @contract C13.2 */
  readonly idempotencyKey?: string | undefined;
  /**
   * The version that the record must have; default: that of the record that is passed. @contract
   * C13.1
   */
  readonly ifMatch?: string | undefined;
  /** Rejects the write if it would change more records. @contract C13.4 */
  readonly maxAffected?: number | undefined;
  /** Returns what the write would change, and changes nothing. @contract C13.3 */
  readonly dryRun?: D | undefined;
}

/** Options of an action on a list. */
export interface RunOptions<D extends boolean = boolean> extends WriteOptions<D> {
  /**
   * Called with the totals after each chunk of a run over all records, and each time that the client
   * sees progress of a run after the response. @contract C6.10, C14.2
   */
  readonly onProgress?: OnProgress | undefined;
  /**
   * Has the action run after the response, unless it is declared with `background: false`. The
   * client follows the run. @contract C14.1
   */
  readonly background?: boolean | undefined;
  /** Called with the run once the service has accepted it, if the action runs after the response. */
  readonly onAccepted?: ((run: ActionRun) => void) | undefined;
}

/** How far a run is. */
export interface ActionProgress {
  /** The chunks; of a run after the response, how often the client has seen progress. */
  readonly chunks: number;
  readonly records: number;
  /** Of a run after the response: the records when it began; `null` while it is unknown. */
  readonly total?: number | null;
}
export type OnProgress = (progress: ActionProgress) => void;

/** The options of a write that a deployment can switch off. */
export type WriteTerm = 'idempotencyKey' | 'ifMatch' | 'maxAffected' | 'dryRun';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request, with its path from the origin. */
export interface ApiRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  readonly body?: unknown;
  readonly options?: RequestOptions | undefined;
  /** The media type of a file, which is returned as a stream; default: JSON, which is parsed. */
  readonly accept?: string | undefined;
  /** Whether it may be sent again. */
  readonly isRepeatable?: boolean;
}

/** A request of the API; without `isRepeatable`, it is repeated if that is safe. */
interface SafeRequest extends ApiRequest {
  /** The record whose version the request depends on, if the client knows its version. */
  readonly record?: unknown;
  readonly options?: (RunOptions & { readonly lenient?: boolean | undefined }) | undefined;
}

/** A record by its key, or as the client returned it: then a write depends on its version. */
export type RecordReference = RecordId | { readonly id: string };

/** Returns the key of a record as a segment of a path. */
export const segmentOf = (record: RecordReference): string =>
  encodeURIComponent(typeof record === 'object' ? record.id : record);

/** Returns the data of a response; all of it if it is not wrapped, as that of the profile. */
export const unwrapData = <Data>(response: unknown): Data =>
  ((Object(response) as { readonly data?: Data }).data ?? response) as Data;

/** Longer waits are left to the caller. Seconds. */
const LONGEST_WAIT = 10;
/** After these, the service may do what it could not do: it stored no response. */
const temporary = new Set([429, 502, 503, 504]);

/** Sends requests, and repeats them if that cannot execute anything twice. */
export class Transport {
  /** The token of the last login; `undefined` before the first, and `null` after a logout. */
  token: Token;
  private readonly versions = new WeakMap<object, string>();

  /** @param terms what the service knows; others would be ignored */
  constructor(
    private readonly settings: ApiOptions,
    private readonly terms: readonly WriteTerm[],
  ) {}

  /**
   * Returns the body of the response; `undefined` if it is empty.
   *
   * @throws ApiError, and the reason of the signal if the request is aborted
   */
  async send<Body>(request: SafeRequest): Promise<Body> {
    const { body } = await this.exchange(request);
    return body as Body;
  }

  /** Returns the response. @throws as {@link send} */
  async exchange(request: SafeRequest): Promise<Received> {
    const received = await this.repeat(request);
    const { body, version } = received;
    const record = Object(body) as { readonly data?: object };
    if (version !== null) this.versions.set(record.data ?? record, version);
    return received;
  }

  /** Returns the version of a record that this client has read; `undefined` if it is not known. */
  versionOf(record: unknown): string | undefined {
    return typeof record === 'object' && record !== null ? this.versions.get(record) : undefined;
  }

  private async repeat(request: SafeRequest): Promise<Received> {
    const { retries = 2, delay = (retry) => 200 * 2 ** retry } = this.settings;
    const isSafe = request.method === 'GET' || this.terms.includes('idempotencyKey');
    const { isRepeatable = isSafe } = request;
    const { signal } = request.options ?? {};
    const init = await this.prepare(request, isRepeatable);
    for (let retry = 0; ; retry++) {
      const outcome = await this.attempt(request, init);
      if (!(outcome instanceof ApiFailure)) return outcome;
      const wait = outcome.retryAfter ?? delay(retry) / 1000;
      if (!isRepeatable || retry >= retries || !isTemporary(outcome) || wait > LONGEST_WAIT)
        throw outcome;
      await pause(wait * 1000, signal);
    }
  }

  private async attempt(
    { path, query, accept, options }: SafeRequest,
    init: RequestInit,
  ): Promise<Received | ApiFailure> {
    let response: Response;
    const { url = '', fetch: send = fetch } = this.settings;
    const search = query?.toString() ?? '';
    try {
      response = await send(`${url}${path}${search && `?${search}`}`, init);
      if (accept !== undefined && response.ok)
        return { status: response.status, body: response.body, version: null };
      if (!response.headers.get('content-type')?.startsWith(NDJSON))
        return receive(response, parse(await response.text()));
    } catch (cause) {
      init.signal?.throwIfAborted();
      return networkFailure(path, cause);
    }
    return readLines(response, path, init.signal, options?.onProgress);
  }

  private async prepare(request: SafeRequest, isRepeatable: boolean): Promise<RequestInit> {
    const { method, body, options: { signal, headers, onProgress } = {} } = request;
    const { accept = onProgress ? NDJSON : 'application/json' } = request;
    const { content, type } = body === undefined ? { content: null, type: null } : encodeBody(body);
    const token = await this.currentToken();
    const own = new Headers({
      accept,
      ...(type !== null && { 'content-type': type }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...this.headersOf(request, isRepeatable),
    });
    for (const [name, value] of Object.entries({ ...this.settings.headers, ...headers }))
      own.set(name, value);
    return { method, body: content, signal: signal ?? null, headers: own };
  }

  /**
   * Returns the headers of a safe write.
   *
   * @throws TypeError if the service would ignore one of them, and execute the write without it
   * @contract C13
   */
  private headersOf(
    { method, record, options = {} }: SafeRequest,
    isRepeatable: boolean,
  ): Readonly<Record<string, string>> {
    if (method === 'GET') return {};
    for (const term of ['idempotencyKey', 'ifMatch', 'maxAffected', 'dryRun'] as const)
      if ((options[term] ?? false) !== false && !this.terms.includes(term))
        throw new TypeError(`The service does not support the option "${term}".`);
    const {
      idempotencyKey,
      ifMatch = this.versionOf(record),
      maxAffected,
      dryRun,
      lenient,
      background,
    } = options;
    const key = idempotencyKey ?? (isRepeatable ? randomKey() : undefined);
    const preferences = [
      ...(dryRun ? ['tx=rollback'] : []),
      ...(lenient ? ['handling=lenient'] : []),
      ...(background ? ['respond-async'] : []),
      ...(maxAffected === undefined ? [] : [`max-affected=${maxAffected}`]),
    ];
    return {
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(preferences.length > 0 && { prefer: preferences.join(', ') }),
    };
  }

  private async currentToken(): Promise<Token> {
    if (this.token !== undefined) return this.token;
    const { token } = this.settings;
    return typeof token === 'function' ? token() : token;
  }
}

/** A response; its body is a stream if the request accepts a file. */
interface Received {
  readonly status: number;
  readonly body: unknown;
  readonly version: string | null;
}

/** Reads the lines of a run; the last contains its response. @contract C6.10 */
async function readLines(
  { body, headers }: Response,
  path: string,
  signal: RequestInit['signal'],
  onProgress?: OnProgress,
): Promise<Received | ApiFailure> {
  try {
    for await (const line of linesOf({ body: body!, path, signal })) {
      const last = JSON.parse(line) as RunLine;
      if (!last.progress) return receive({ status: last.status, headers }, last.body ?? undefined);
      onProgress?.(last.progress);
    }
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
  return networkFailure(path, new Error('The response has no last line.'));
}
interface RunLine {
  readonly progress?: ActionProgress;
  readonly status: number;
  readonly body: unknown;
}

function receive(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
): Received | ApiFailure {
  if (status < 300 && body !== NOT_JSON) return { status, body, version: headers.get('etag') };
  const { code = '', message } = Object(body) as {
    readonly code?: string;
    readonly message?: string;
  };
  return new ApiFailure({
    status,
    code,
    message: message ?? `The service responded with ${status}, and without JSON.`,
    body,
    headers,
  });
}

/** The body of a proxy need not be JSON. */
const NOT_JSON = Symbol();
function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** A statement that was too slow is not repeated: it would load the database again. */
const isTemporary = ({ status, code }: ApiFailure): boolean =>
  code === 'network_error' ||
  code === 'idempotency_in_progress' ||
  (temporary.has(status) && code !== 'statement_timeout');

/** `crypto.randomUUID` exists in secure contexts only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Waits. @throws the reason of the signal if the caller aborts */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
