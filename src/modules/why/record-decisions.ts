import { AsyncLocalStorage } from 'node:async_hooks';
import { decisions, type MadeDecision } from '../../registry/decisions.js';

/** What the work returned or threw, and the decisions that it asked for, in that order. */
export interface Recorded<Result> {
  readonly settled: PromiseSettledResult<Result>;
  readonly made: readonly MadeDecision[];
}

const recordings = new AsyncLocalStorage<MadeDecision[]>();

/** Records the decisions of the work, and none of the requests that run at the same time. */
export async function recordDecisions<Result>(
  work: () => Promise<Result>,
): Promise<Recorded<Result>> {
  const made: MadeDecision[] = [];
  const receive = (message: unknown) => {
    if (recordings.getStore() === made) made.push(message as MadeDecision);
  };
  decisions.subscribe(receive);
  try {
    const [settled] = await Promise.allSettled([recordings.run(made, work)]);
    return { settled, made };
  } finally {
    decisions.unsubscribe(receive);
  }
}
