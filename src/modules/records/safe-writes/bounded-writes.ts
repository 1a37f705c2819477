import { Injectable } from '@nestjs/common';
import { RequestError } from '../../../errors/index.js';
import { Effects } from '../writing/effects.js';
import type { TalliedResponse } from './dry-runs.js';
import type { WriteTerms } from './write-terms.js';
import type { WrittenResponse } from '../../idempotency/written-response.js';

/** The most changes that a dry run describes. */
const DESCRIBED = 20;

/** Counts what a write changes, and rejects one that changes too much. @contract C13.4 */
@Injectable()
export class BoundedWrites {
  constructor(private readonly effects: Effects) {}

  /** @throws RequestError `max_affected_exceeded`, which must roll the write back */
  async run(
    { isDryRun, maxAffected }: WriteTerms,
    write: () => Promise<WrittenResponse>,
  ): Promise<TalliedResponse> {
    const collected = await this.effects.collect(isDryRun ? DESCRIBED : 0, write);
    const { result: response, tally } = collected;
    if (maxAffected !== null && tally.total > maxAffected)
      throw new RequestError('max_affected_exceeded', {
        message: `The request would change ${tally.total} records, but max-affected allows ${maxAffected}.`,
      });
    return { response, tally };
  }
}
