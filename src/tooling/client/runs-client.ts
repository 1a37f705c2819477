import { ApiFailure } from './api-error.js';
import type { ActionRun, NumberedPage, ActionRunStatus } from './records.js';
import {
  pause,
  segmentOf,
  unwrapData,
  type OnProgress,
  type RequestOptions,
  type Transport,
} from './transport.js';

/** Which runs to list. */
export interface RunListQuery {
  readonly status?: ActionRunStatus | undefined;
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

/** Options of following a run. */
export interface FollowOptions extends RequestOptions {
  /** Called each time that the client sees progress. */
  readonly onProgress?: OnProgress | undefined;
}

/** Of services whose actions can run after the response. @contract C14.2 */
export interface RunsApi {
  /** The runs of the caller. */
  readonly runs: RunsClient;
}

/** Milliseconds before the first look at a run; twice as many before each further one. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2_000;

/** Follows and cancels actions that run after the response. @contract C14.2 */
export class RunsClient {
  private readonly path: string;

  constructor(
    private readonly transport: Transport,
    prefix: string,
  ) {
    this.path = `${prefix}/runs`;
  }

  async get(id: string, options?: RequestOptions): Promise<ActionRun> {
    const path = `${this.path}/${segmentOf(id)}`;
    return unwrapData(await this.transport.send({ method: 'GET', path, options }));
  }

  /** Reads a page of runs, the latest first. */
  list(query: RunListQuery = {}, options?: RequestOptions): Promise<NumberedPage<ActionRun>> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) parameters.set(name, String(value));
    return this.transport.send({ method: 'GET', path: this.path, query: parameters, options });
  }

  /** Stops a run after its current chunk. What it has committed remains. */
  async cancel(id: string, options?: RequestOptions): Promise<ActionRun> {
    const path = `${this.path}/${segmentOf(id)}/cancel`;
    // Nothing happens twice if it is sent again.
    const request = { method: 'POST', path, options, isRepeatable: true } as const;
    return unwrapData(await this.transport.send(request));
  }

  /**
   * Waits for the end of a run, and returns what its action returned. The run goes on if the caller
   * aborts.
   *
   * @throws ApiError as the action would; `run_cancelled` if the run was cancelled
   */
  async follow<Result = unknown>(
    id: string,
    { onProgress, ...options }: FollowOptions = {},
  ): Promise<Result> {
    let [chunks, records] = [0, 0];
    for (let wait = FIRST_PAUSE; ; wait = Math.min(2 * wait, LONGEST_PAUSE)) {
      await pause(wait, options.signal);
      const { status, processed, total, result, error } = await this.get(id, options);
      if (processed !== records) {
        records = processed;
        onProgress?.({ chunks: ++chunks, records, total });
      }
      if (status === 'finished') return (result ?? undefined) as Result;
      if (error) throw new ApiFailure({ ...error, body: error });
      if (status === 'cancelled')
        throw new ApiFailure({
          code: 'run_cancelled',
          message: `The run was cancelled after ${processed} records.`,
        });
    }
  }
}
