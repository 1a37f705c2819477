import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Connection, type Database } from '../../../database/connection/database.js';
import { isConstraintViolation } from '../../../database/failures/translate-failure.js';
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

/** A key that is known. */
export interface KnownKey extends Pick<KeyedRequest, 'id' | 'digest'> {
  /** `null` until the request has ended. */
  readonly response: KeptResponse | null;
}

/** The table of keys. A key is forgotten after 24 hours. @contract C13.2 */
@Injectable()
export class IdempotencyKeys {
  private readonly lock: string;
  private readonly table: string;
  private readonly createdAt: CompiledColumn;

  constructor(@Inject(DATABASE) private readonly database: Database) {
    const { change } = dialects[database.dialect].locks;
    // SQLite has one writer, so it has no locks of rows.
    this.lock = change === '' ? '' : `${change} skip locked`;
    const { name, columns } = describeTable(database.dataSource.getMetadata(IdempotencyKey));
    this.table = name;
    this.createdAt = columns.get('created_at')!;
  }

  /** Whether a transaction locks the whole database instead of a key. */
  get lockIsOfDatabase(): boolean {
    return this.lock === '';
  }

  find(id: string): Promise<KnownKey | undefined> {
    return this.read(this.database, id, '');
  }

  /** Locks a key until the transaction ends. Returns nothing if another transaction holds it. */
  async lockIn(connection: Connection, id: string): Promise<KnownKey | undefined> {
    return this.read(connection, id, this.lock);
  }

  /** Stores the key of a request that has not begun, unless it is known. */
  async add({ id, digest }: Pick<KeyedRequest, 'id' | 'digest'>): Promise<void> {
    if (await this.tryAdd(id, digest)) return;
    const old = this.bound(new Date(Date.now() - LIFETIME));
    await this.database.write(`delete from ${this.table} where id = ? and created_at < ?`, [
      id,
      old,
    ]);
    await this.tryAdd(id, digest);
  }

  /** Stores the response, in the transaction of the writes. */
  async complete(
    connection: Connection,
    { id, rights }: KeyedRequest,
    response: WrittenResponse,
  ): Promise<void> {
    await connection.query(`update ${this.table} set response = ? where id = ?`, [
      JSON.stringify({ ...response, rights } satisfies KeptResponse),
      id,
    ]);
  }

  /** Removes the keys that are older than 24 hours. */
  async prune(): Promise<void> {
    await this.database.write(`delete from ${this.table} where created_at < ?`, [
      this.bound(new Date(Date.now() - LIFETIME)),
    ]);
  }

  /** Returns whether the key was not in the table yet. */
  private async tryAdd(id: string, digest: string): Promise<boolean> {
    const sql = `insert into ${this.table} (id, request, created_at) values (?, ?, ?)`;
    try {
      await this.database.write(sql, [id, digest, this.bound(new Date())]);
      return true;
    } catch (error) {
      if (!isConstraintViolation(error)) throw error;
      return false;
    }
  }

  private async read(
    connection: Connection,
    id: string,
    lock: string,
  ): Promise<KnownKey | undefined> {
    const since = this.bound(new Date(Date.now() - LIFETIME));
    const [row] = await connection.query(
      `select t.request, t.response from ${this.table} t where t.id = ? and t.created_at >= ?${lock}`,
      [id, since],
    );
    if (!row) return undefined;
    const response = row[1] === null ? null : (JSON.parse(String(row[1])) as KeptResponse);
    return { id, digest: String(row[0]), response };
  }

  private bound(date: Date): unknown {
    return storedValue(date, this.createdAt);
  }
}
