import type { CompiledAction, ResourceView } from '../../registry/resources/compiled-resource.js';
import type { ActionResponses } from './action-responses.js';
import type { ChunkOutcome } from './action-chunks.js';
import { handlerOf } from './action-handler.js';
import type { RunProgress } from '../action-log/change-log.js';

/** Chunk results in the response, if the action has no `reduce`. @contract C6.7 */
const MAX_RESULTS = 100;

/**
 * The combined results of a run's chunks. Its memory is bounded: it keeps at most the first hundred
 * results.
 */
export class RunTally {
  private readonly results: string[] = [];
  private chunks = 0;
  private records = 0;
  private total: unknown;
  private only: string | null = null;

  constructor(private readonly action: CompiledAction) {}

  get progress(): RunProgress {
    return { chunks: this.chunks, records: this.records };
  }

  /** Returns the progress once this chunk is committed. */
  progressWith({ records }: ChunkOutcome): RunProgress {
    return { chunks: this.chunks + 1, records: this.records + records };
  }

  async add(outcome: ChunkOutcome): Promise<void> {
    const { chunks, records } = this.progressWith(outcome);
    this.chunks = chunks;
    this.records = records;
    this.only = outcome.json;
    const handler = handlerOf(this.action);
    if (!handler.reduce) {
      if (chunks <= MAX_RESULTS) this.results.push(outcome.json ?? 'null');
    } else
      this.total = chunks === 1 ? outcome.result : await handler.reduce(this.total, outcome.result);
  }

  /**
   * Returns the response as JSON; `null` if the handler returned nothing.
   *
   * @param view the resources as the caller sees them
   * @throws UnwritableData for a total that JSON cannot represent
   */
  response(responses: ActionResponses, view: ResourceView): string | null {
    if (this.chunks === 1) return this.only;
    if (handlerOf(this.action).reduce) return responses.write(this.total, view);
    return `{"data":[${this.results.join()}],"meta":${JSON.stringify(this.progress)}}`;
  }
}
