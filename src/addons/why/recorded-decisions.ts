import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import {
  DecisionObserver,
  type DecisionPlace,
} from '../../registry/resources/decision-observer.js';

/** A decision of the application, or the promise of one. The scope of a policy is a condition. */
export interface MadeDecision extends DecisionPlace {
  readonly result: unknown;
}

/** What the work returned or threw, and the decisions that it asked for, in that order. */
export interface Recorded<Result> {
  readonly settled: PromiseSettledResult<Result>;
  readonly made: readonly MadeDecision[];
}

/** Records decisions while an explanation asks for them. */
@Injectable()
export class RecordedDecisions extends DecisionObserver {
  private readonly recordings = new AsyncLocalStorage<MadeDecision[] | null>();

  override observing<Args extends readonly unknown[], Result>(
    place: DecisionPlace,
    decide: (...args: Args) => Result,
  ): (...args: Args) => Result {
    return (...args) => {
      const result = decide(...args);
      this.recordings.getStore()?.push({ ...place, result });
      return result;
    };
  }

  /** Records the decisions of the work, and none of the requests that run at the same time. */
  async record<Result>(work: () => Promise<Result>): Promise<Recorded<Result>> {
    const made: MadeDecision[] = [];
    const [settled] = await Promise.allSettled([this.recordings.run(made, work)]);
    return { settled, made };
  }

  /** Runs a part of such work whose decisions are not part of the request. */
  apart<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.recordings.run(null, work);
  }
}
