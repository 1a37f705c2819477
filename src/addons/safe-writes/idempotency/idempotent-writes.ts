import { Inject, Injectable, Optional } from '@nestjs/common';
import { RequestError } from '../../../base/errors/index.js';
import { SharedState } from '../../../base/shared-state.js';
import {
  DATABASE,
  type Database,
  type Transaction,
} from '../../../database/connection/database.js';
import { describeError } from '../../../http/errors/describe-error.js';
import { JSON_CONTENT_TYPE } from '../../../http/hooks/set-response-headers.js';
import { IdempotencyKeys, type KeyedRequest, type KnownKey } from './idempotency-keys.js';
import type { WrittenResponse } from '../../../http/errors/kept-responses.js';

/** The most characters of a response that is kept: a statement has a size limit on MariaDB. */
const MAX_KEPT = 4_000_000;

/** The response to a request with a key. */
export interface IdempotentResponse {
  readonly response: WrittenResponse;
  /** Whether an earlier request has written it. */
  readonly isReplayed: boolean;
}

/**
 * Writes once for each key. One transaction locks the key, writes, and stores the response, so that
 * all of it is committed or nothing. A process that dies releases the lock: the next request with the
 * key writes.
 *
 * Where replicas share a state, a request takes a lease of its key first, so that others are rejected
 * without the database. Only the lock prevents a second execution: a lease may end early or be missing.
 *
 * @contract C13.2
 */
@Injectable()
export class IdempotentWrites {
  /** Keys of this process: on SQLite, others would wait for their turn to write. */
  private readonly running = new Set<string>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly keys: IdempotencyKeys,
    @Optional() private readonly shared?: SharedState,
  ) {}

  /**
   * @param write runs the request, and returns its response
   * @throws RequestError `idempotency_in_progress`, `idempotency_key_reused`; errors of `write` with
   * a status from 500, after which the key can be used again
   */
  async run(
    keyed: KeyedRequest,
    write: (transaction: Transaction) => Promise<WrittenResponse>,
  ): Promise<IdempotentResponse> {
    const { id } = keyed;
    if (this.running.has(id)) throw new RequestError('idempotency_in_progress');
    this.running.add(id);
    try {
      return await this.withLease(id, () => this.runOrRefuse(keyed, write));
    } finally {
      this.running.delete(id);
    }
  }

  /** Whether a request with this key has ended. */
  async hasResponse(id: string): Promise<boolean> {
    return (await this.keys.find(id)) !== null;
  }

  /** @throws RequestError `idempotency_in_progress` if another replica has a lease of the key */
  private async withLease<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const endLease = await this.shared?.leases.take(id);
    if (endLease === null) throw new RequestError('idempotency_in_progress');
    try {
      return await work();
    } finally {
      await endLease?.();
    }
  }

  private async runOrRefuse(
    keyed: KeyedRequest,
    write: (transaction: Transaction) => Promise<WrittenResponse>,
  ): Promise<IdempotentResponse> {
    try {
      return await this.runOnce(keyed, async (transaction) =>
        verifyKeepable(await write(transaction).catch(refuse)),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return this.runOnce(keyed, async () => error.response);
    }
  }

  /** Returns the stored response, or stores that of `write` together with what it writes. */
  private runOnce(
    keyed: KeyedRequest,
    write: (transaction: Transaction) => Promise<WrittenResponse>,
  ): Promise<IdempotentResponse> {
    return this.database.together(async (transaction) => {
      const known = await this.keys.begin(transaction, keyed);
      if (known) return replayed(keyed, known);
      const response = await write(transaction);
      this.keys.complete(transaction, keyed, response);
      return { response, isReplayed: false };
    });
  }
}

/** @throws RequestError `idempotency_key_reused`; `unauthorized` for a caller with other rights */
function replayed(keyed: KeyedRequest, known: KnownKey): IdempotentResponse {
  if (known.digest !== keyed.digest) throw reused();
  const { rights, ...response } = known.response;
  if (rights !== keyed.rights) throw new RequestError('unauthorized');
  return { response, isReplayed: true };
}

const reused = (): RequestError =>
  new RequestError('idempotency_key_reused', {
    errors: {
      'Idempotency-Key': [
        'An earlier request had this key, but another query string or body. Use a new key.',
      ],
    },
  });

/** A request was rejected. What it wrote is rolled back; its response is kept. */
class Refused extends Error {
  constructor(readonly response: WrittenResponse) {
    super('The request was rejected.');
  }
}

/** @throws Refused; every other error, after which the same request may succeed later */
function refuse(error: unknown): never {
  const { status, headers, body } = describeError(error);
  if (status >= 500 || status === 429) throw error;
  throw new Refused({
    status,
    headers: { ...headers, 'content-type': JSON_CONTENT_TYPE },
    body: JSON.stringify(body),
  });
}

/** @throws RequestError `invalid_query` */
function verifyKeepable(response: WrittenResponse): WrittenResponse {
  if (response.body === null || response.body.length <= MAX_KEPT) return response;
  throw new RequestError('invalid_query', {
    errors: {
      request: [
        `The response to a request with an Idempotency-Key may have at most ${MAX_KEPT} characters. Include fewer records.`,
      ],
    },
  });
}
