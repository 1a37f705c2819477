import { randomUUID } from 'node:crypto';
import type { RequestOrigin } from '../../base/types/register.js';

/** Characters of a client's name that are kept. */
const MAX_NAME_LENGTH = 255;

/**
 * Where one request came from. The id of its batch is created on first use, because reads do not
 * need it.
 */
export class Origin implements RequestOrigin {
  readonly client: string | null;
  private batch: string | undefined;

  constructor(
    readonly channel: string,
    client: string | undefined,
  ) {
    this.client = client?.slice(0, MAX_NAME_LENGTH) ?? null;
  }

  get batchId(): string {
    return (this.batch ??= randomUUID());
  }
}
