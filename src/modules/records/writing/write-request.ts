import type { WriteRequest } from '../../../definition/contracts/hooks.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import { requestWith } from '../../../pipeline/authorization/request-context.js';
import type { Transaction } from '../../../database/connection/database.js';

/** A request and its transaction. */
export interface WriteSubject {
  readonly request: ResourceRequest;
  readonly transaction: Transaction;
  /** What concerns each record of the request; absent for actions and reverts. */
  readonly elements?: WrittenElements;
}

/** The records of a single or bulk write, by their indexes in the body. */
export interface WrittenElements {
  /** Returns the request as hooks receive it for one record. */
  requestOf(at: number): ResourceRequest;
  /** Returns an error of one record as the caller receives it. */
  explain(error: unknown, at: number): unknown;
}

/** Builds the request for hooks and handlers, with the transaction that they run in. */
export const writeRequest = ({ request, transaction }: WriteSubject): WriteRequest =>
  requestWith(request, {
    manager: transaction.manager,
    afterCommit: (work: () => void | Promise<void>) => transaction.afterCommit(work),
  });

/**
 * Runs the part of a write that concerns one record of a list.
 *
 * @param at the record's index in the list
 */
export async function forElement<Result>(
  subject: WriteSubject,
  at: number,
  work: (request: WriteRequest) => Result | Promise<Result>,
): Promise<Result> {
  const { elements, transaction } = subject;
  if (!elements) return work(writeRequest(subject));
  try {
    return await work(writeRequest({ request: elements.requestOf(at), transaction }));
  } catch (error) {
    throw elements.explain(error, at);
  }
}
