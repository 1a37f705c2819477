import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../../base/errors/index.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Statement,
  type Transaction,
} from '../../../database/connection/database.js';
import {
  isRowLocked,
  isTimeout,
  isUniqueViolation,
} from '../../../database/failures/translate-failure.js';
import { dialects } from '../../../database/engines/dialects.js';
import { storedValue } from '../../../database/values/stored-values.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import { describeTable } from '../../../registry/resources/describe-table.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import type { WrittenResponse } from '../../../http/errors/kept-responses.js';

const LIFETIME = 24 * 60 * 60 * 1000;

/** A request with a key. */
export interface KeyedRequest {
  /** Identifies the user, the method, the path and the key. */
  readonly id: string;
  /** Identifies the query string and the body. */
  readonly digest: string;
  /** Identifies the members of resources that the caller sees. */
  readonly rights: string;
}

/** The response to the first request with a key. */
interface KeptResponse extends WrittenResponse {
  readonly rights: string;
}

/** A key whose request has ended. */
export interface KnownKey extends Pick<KeyedRequest, 'digest'> {
  readonly response: KeptResponse;
}

/** The table of keys. A key is forgotten after 24 hours. @contract C13.2 */
@Injectable()
export class IdempotencyKeys {
  private readonly tryLock: string | null;
  /** The end of a statement that locks a row, on servers where others notice it before the commit. */
  private readonly rowLock: string;
  private readonly table: string;
  private readonly createdAt: CompiledColumn;

  constructor(@Inject(DATABASE) private readonly database: Database) {
    const { tryLock, locks } = dialects[database.dialect];
    this.tryLock = tryLock;
    this.rowLock = tryLock !== null || locks.keep === '' ? '' : `${locks.keep} nowait`;
    const { name, columns } = describeTable(database.dataSource.getMetadata(IdempotencyKey));
    this.table = name;
    this.createdAt = columns.get('created_at')!;
  }

  /** Returns a key whose request has ended. */
  async find(id: string): Promise<KnownKey | null> {
    const { sql, values } = this.reading(id, '');
    return keptIn(await this.database.query(sql, values));
  }

  /**
   * Keeps other requests from a key until the transaction ends, without waiting for one that has it.
   * On SQLite, every transaction has the only turn to write.
   *
   * @returns the key if a request with it has ended
   * @throws RequestError `idempotency_in_progress`
   */
  async begin(transaction: Transaction, { id, digest }: KeyedRequest): Promise<KnownKey | null> {
    const { tryLock, rowLock } = this;
    const locking = tryLock === null ? [] : [{ sql: tryLock, values: [`${this.table} ${id}`] }];
    try {
      // The key is read after the lock, by a statement of its own, which sees what is committed.
      const results = await transaction.queryAll([...locking, this.reading(id, rowLock)]);
      const rows = results.at(-1)!;
      const known = keptIn(rows);
      if (known) return known;
      if (tryLock !== null && results[0]![0]![0] !== true) throw inProgress();
      // It has expired, or an earlier version has stored it before its response.
      if (rows.length > 0) transaction.later([this.removing(id)]);
      if (rowLock !== '') await transaction.queryAll([this.inserting(id, digest, null)]);
      return null;
    } catch (error) {
      // Of two requests that arrive at the same moment, the later one waits for the other's row.
      const isHeld = isTimeout(error) || isRowLocked(error) || isUniqueViolation(error);
      const isTaken = rowLock !== '' && isHeld;
      throw isTaken ? inProgress() : error;
    }
  }

  /** Stores the response with the commit. */
  complete(
    transaction: Transaction,
    { id, digest, rights }: KeyedRequest,
    response: WrittenResponse,
  ): void {
    const kept = JSON.stringify({ rights, ...response } satisfies KeptResponse);
    const updating = {
      sql: `update ${this.table} set response = ? where id = ?`,
      values: [kept, id],
    };
    transaction.later([this.rowLock === '' ? this.inserting(id, digest, kept) : updating]);
  }

  /** Removes the keys that are older than 24 hours. */
  async prune(): Promise<void> {
    await this.database.write(`delete from ${this.table} where created_at < ?`, [this.oldest()]);
  }

  private removing(id: string): Statement {
    return { sql: `delete from ${this.table} where id = ?`, values: [id] };
  }

  private reading(id: string, lock: string): Statement {
    return {
      sql: `select t.request, t.response, t.created_at >= ? from ${this.table} t where t.id = ?${lock}`,
      values: [this.oldest(), id],
    };
  }

  private inserting(id: string, digest: string, response: string | null): Statement {
    return {
      sql: `insert into ${this.table} (id, request, response, created_at) values (?, ?, ?, ?)`,
      values: [id, digest, response, this.bound(new Date())],
    };
  }

  private oldest(): unknown {
    return this.bound(new Date(Date.now() - LIFETIME));
  }

  private bound(date: Date): unknown {
    return storedValue(date, this.createdAt);
  }
}

/** Returns the key of a row that has not expired and contains a response. */
function keptIn([row]: readonly Row[]): KnownKey | null {
  if (!row || row[1] === null || Number(row[2]) === 0) return null;
  return { digest: String(row[0]), response: JSON.parse(String(row[1])) as KeptResponse };
}

const inProgress = (): RequestError => new RequestError('idempotency_in_progress');
