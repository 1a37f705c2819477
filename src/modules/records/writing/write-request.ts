import type { WriteRequest } from '../../../definition/hooks.js';
import type { ResourceRequest } from '../../../types/register.js';
import type { Transaction } from '../../../execution/database/database.js';

/** A request and its transaction. */
export interface WriteSubject {
  readonly request: ResourceRequest;
  readonly transaction: Transaction;
}

/** Builds the request for hooks and handlers, with the transaction that they run in. */
export function writeRequest({ request, transaction }: WriteSubject): WriteRequest {
  return {
    user: request.user,
    origin: request.origin,
    resource: request.resource,
    operation: request.operation,
    id: request.id,
    get query() {
      return request.query;
    },
    manager: transaction.manager,
    afterCommit: (work) => transaction.afterCommit(work),
  };
}
