import type { CompiledAction, ResourceView } from '../../registry/resources/compiled-resource.js';
import type { ActionResponses } from './action-responses.js';
import type { ChunkOutcome } from './action-chunks.js';
import { handlerOf } from './action-handler.js';
import type { RunProgress } from '../action-log/change-log.js';

/** Chunk results in the response, if the action has no `reduce`. @contract C6.7 */
const MAX_RESULTS = 100;

/**
 * The combined results of a run's chunks. Its size is bounded: it has at most the first hundred
 * results. A run that outlives its process keeps it as JSON.
 */
export interface RunTally extends RunProgress {
  /** As JSON, if the action has no `reduce`. */
  readonly results: readonly string[];
  /** What `reduce` has returned; of one chunk, what the handler has. */
  readonly total?: unknown;
  /** The result of the last chunk as JSON. */
  readonly latest: string | null;
}

/** Before the first chunk. */
export const EMPTY_TALLY: RunTally = { chunks: 0, records: 0, results: [], latest: null };

/** Returns the tally with one more chunk, but without its result. */
export const countChunk = (tally: RunTally, { records }: ChunkOutcome): RunTally => ({
  ...tally,
  chunks: tally.chunks + 1,
  records: tally.records + records,
});

/** Adds the result of the chunk that was counted last. `reduce` may throw. */
export async function addResult(
  action: CompiledAction,
  tally: RunTally,
  { json, result }: ChunkOutcome,
): Promise<RunTally> {
  const { chunks, results, total } = tally;
  const handler = handlerOf(action);
  const added = { ...tally, latest: json };
  if (handler.reduce)
    return { ...added, total: chunks === 1 ? result : await handler.reduce(total, result) };
  return chunks > MAX_RESULTS ? added : { ...added, results: [...results, json ?? 'null'] };
}

/**
 * Returns the response of a run as JSON; `null` if the handler returned nothing.
 *
 * @param view the resources as the caller sees them
 * @throws UnwritableData for a total that JSON cannot represent
 */
export function responseOf(
  action: CompiledAction,
  { chunks, records, results, total, latest }: RunTally,
  responses: ActionResponses,
  view: ResourceView,
): string | null {
  if (chunks === 1) return latest;
  if (handlerOf(action).reduce) return responses.write(total, view);
  return `{"data":[${results.join()}],"meta":${JSON.stringify({ chunks, records })}}`;
}
