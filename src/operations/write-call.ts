import type { WriteBody } from '../validation/write-body.js';
import type { Visit } from './visit.js';

/** A request that writes, as every way in hands it over. */
export interface WriteCall {
  readonly visit: Visit;
  /** The text behind `?`: what the answer is to show. */
  readonly queryString: string;
  readonly body: WriteBody;
  /** Languages that the caller reads, the best first. */
  readonly languages: readonly string[];
}

/** A request that writes a record which is there. */
export interface UpdateCall extends WriteCall {
  /** The key of the record, as the path has it. */
  readonly id: string;
  /** Are the fields that are not sent validated as well? PUT does so, PATCH and forms do not. @contract C4.1 */
  readonly whole: boolean;
  /** The profile is its user's own record, whatever the scope says. @contract C3.2 */
  readonly operation: 'update' | 'profile';
}

/** A request that deletes a record. */
export interface DeleteCall {
  readonly visit: Visit;
  /** Takes no parameter: any is refused. */
  readonly queryString: string;
  readonly id: string;
}
