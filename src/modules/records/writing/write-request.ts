import type { EntityManager } from 'typeorm';
import type { WriteRequest } from '../../../definition/contracts/hooks.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import { orElse, type Eventual } from '../../../base/when-known.js';
import { DescribedRequest } from '../../../pipeline/authorization/request-context.js';
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
  requestWithManager(
    request,
    { afterCommit: (work: () => void | Promise<void>) => transaction.afterCommit(work) },
    () => transaction.manager,
  );

/**
 * Returns the request with further members and TypeORM's manager. It is asked for when code uses it:
 * on PostgreSQL this sends the beginning of the transaction, which otherwise costs no round trip of
 * its own.
 */
export const requestWithManager = <Members extends object>(
  request: ResourceRequest,
  members: Members,
  managerOf: () => EntityManager,
): ManagedRequest & Members => Object.assign(new ManagedRequest(request, managerOf), members);

/** All requests share the accessor of `manager`, as that of `query`. */
class ManagedRequest extends DescribedRequest {
  static readonly #manager = {
    enumerable: true,
    get(this: ManagedRequest): EntityManager {
      return this.#managerOf();
    },
  };

  declare readonly manager: EntityManager;
  readonly #managerOf: () => EntityManager;

  constructor(request: ResourceRequest, managerOf: () => EntityManager) {
    super(request, () => request.query);
    this.#managerOf = managerOf;
    Object.defineProperty(this, 'manager', ManagedRequest.#manager);
  }
}

/**
 * Runs the part of a write that concerns the record at this place of a list.
 *
 * @param work receives a function that builds the request for a hook
 */
export type ForElement = <Result>(
  at: number,
  work: (requestOf: () => WriteRequest) => Eventual<Result>,
) => Eventual<Result>;

/** Returns the function that runs the parts of a write, without promises if none is needed. */
export function forElements(subject: WriteSubject): ForElement {
  const { elements, transaction } = subject;
  if (!elements) {
    let shared: WriteRequest | undefined;
    return (_at, work) => work(() => (shared ??= writeRequest(subject)));
  }
  return (at, work) =>
    orElse(
      () => work(() => writeRequest({ request: elements.requestOf(at), transaction })),
      (error) => {
        throw elements.explain(error, at);
      },
    );
}
