import type { EntityManager } from 'typeorm';
import type { ResourceRequest } from '../../base/types/register.js';

/** What a hook learns of the write that it belongs to. */
export interface WriteRequest extends ResourceRequest {
  /** TypeORM's manager on the write's own transaction. */
  readonly manager: EntityManager;
  /** Runs once the transaction is committed; never when it is undone. */
  afterCommit(work: () => Promise<void> | void): void;
}

type Done = void | Promise<void>;

/**
 * What runs inside the transaction of a write, before and after its statement; a throw undoes the
 * write. Values are those of the entity's properties, and a hook may change them before they are
 * written.
 *
 * @contract C4.6
 */
export interface Hooks<E extends object> {
  storing?(request: WriteRequest, values: Partial<E>): Done;
  stored?(request: WriteRequest, record: E): Done;
  /** @param record as it was */
  updating?(request: WriteRequest, values: Partial<E>, record: E): Done;
  /** @param record as it is now */
  updated?(request: WriteRequest, record: E): Done;
  deleting?(request: WriteRequest, record: E): Done;
  deleted?(request: WriteRequest, record: E): Done;
}
