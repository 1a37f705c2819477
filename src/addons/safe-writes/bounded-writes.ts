import { Injectable } from '@nestjs/common';
import { Effects } from '../../modules/records/writing/effects.js';
import type { TalliedResponse } from './dry-runs.js';
import type { WriteTerms } from './write-terms.js';
import type { WrittenResponse } from '../../http/errors/kept-responses.js';

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
    const terms = { shown: isDryRun ? DESCRIBED : 0, max: maxAffected };
    const { result: response, tally } = await this.effects.collect(terms, write);
    return { response, tally };
  }
}
