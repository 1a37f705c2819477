import type { RunStatus } from '../../pipeline/describing/run-statuses.js';

/** A run as it is stored. */
export interface StoredRun {
  readonly id: string;
  readonly userId: string;
  readonly resource: string;
  readonly action: string;
  readonly request: string | null;
  readonly status: RunStatus;
  readonly processed: number;
  readonly total: number | null;
  readonly refused: number;
  readonly result: string | null;
  readonly error: string | null;
  readonly state: string | null;
  readonly batchId: string;
  readonly epoch: number;
  readonly revision: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** What the request of a run has sent, and where it came from. */
export interface RunRequest {
  /** Without `?`. */
  readonly queryString: string;
  /** The JSON body, in which current passwords are masked; absent without a body. */
  readonly body?: unknown;
  readonly languages: readonly string[];
  readonly channel: string;
  readonly client: string | null;
}

/** A run as a response contains it. @contract C14.1 */
export interface DescribedRun {
  readonly id: string;
  readonly action: string;
  readonly resource: string;
  readonly status: RunStatus;
  readonly processed: number;
  readonly total: number | null;
  readonly refused: number;
  /** What the response would have been; `null` before the end. Absent in lists. */
  readonly result?: unknown;
  readonly error: unknown;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly batch_id: string;
}

/** @param withResult whether the reader may see what the handler returned to the user of the run */
export const describeRun = (run: StoredRun, withResult: boolean): DescribedRun => ({
  id: run.id,
  action: run.action,
  resource: run.resource,
  status: run.status,
  processed: run.processed,
  total: run.total,
  refused: run.refused,
  ...(withResult && { result: parsed(run.result) }),
  error: parsed(run.error),
  created_at: run.createdAt.toISOString(),
  started_at: run.startedAt?.toISOString() ?? null,
  finished_at: run.finishedAt?.toISOString() ?? null,
  batch_id: run.batchId,
});

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const ends: ReadonlySet<RunStatus> = new Set(['finished', 'failed', 'cancelled']);

/** Whether the run does not change any more. */
export const hasEnded = ({ status }: Pick<StoredRun, 'status'>): boolean => ends.has(status);
