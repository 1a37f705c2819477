import type { ReadSource } from '../../database/connection/database.js';
import type { Replica } from './replica.js';

/**
 * Where one request may read. All of its reads go to one server, so that relations are not older
 * than the records that they belong to.
 */
export class ReplicaSource implements ReadSource {
  /** The replica in use; `null` for the primary, `undefined` before the first read. */
  replica: Replica | null | undefined = undefined;

  /**
   * @param required a replica must have everything that was committed until then, by the clock of
   * `performance.now()`; minus infinity if the caller has never written
   */
  constructor(private readonly required: number) {}

  get since(): number {
    return this.replica === null ? Infinity : this.required;
  }
}
