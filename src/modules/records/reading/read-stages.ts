import { Injectable } from '@nestjs/common';
import { AsyncScope } from '../../../database/connection/async-scope.js';

/**
 * The stages of a read: parse the query, authorize it, plan, execute the plan, ask policies and
 * callables about the loaded records, serialize.
 */
export const readStages = ['parse', 'authorize', 'plan', 'execute', 'ask', 'serialize'] as const;
export type ReadStage = (typeof readStages)[number];

/**
 * A hook for the feature that explains reads. A stage lasts until the read enters the next one; it may
 * enter a stage again.
 */
@Injectable()
export class ReadStages {
  private readonly followers = new AsyncScope<(stage: ReadStage) => void>();

  /** Passes the stages that the work enters to the follower; not those of other reads. */
  follow<Result>(
    follower: (stage: ReadStage) => void,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.followers.run(follower, work);
  }

  enter(stage: ReadStage): void {
    this.followers.value?.(stage);
  }
}
