import { ownTable } from '../../base/own-tables.js';
import type { Database, Row } from '../../database/connection/database.js';
import { BatchPerTick } from '../../base/schedule/batch-per-tick.js';
import type { UserSelection } from './user-selection.js';
import type { UserTable } from './user-table.js';

/** A token that has not expired, and its user. */
export interface FoundToken {
  readonly id: number;
  /** The user's key. */
  readonly owner: string;
  /** Whether the user is neither suspended nor soft-deleted. */
  readonly isActive: boolean;
  readonly fingerprint: unknown;
  readonly lastUsed: unknown;
  readonly password: unknown;
  readonly user: object;
}

type RowsByDigest = ReadonlyMap<string, Row>;

interface PendingLookup {
  readonly digest: string;
  resolve(rows: Promise<RowsByDigest>): void;
}

/** The number of columns before those of the user. */
const LEADING = 7;

/**
 * Finds tokens and their users, with one statement for all lookups in one tick of the event loop:
 * concurrent requests share the round trip. Nothing is cached, so a revoked token is rejected at
 * once.
 *
 * @contract C2.3
 */
export class TokenLookup {
  private readonly statements = new Map<number, string>();
  private readonly batch = new BatchPerTick<PendingLookup>((lookups) => {
    const rows = this.read([...new Set(lookups.map(({ digest }) => digest))]);
    for (const { resolve } of lookups) resolve(rows);
  });

  constructor(
    private readonly database: Database,
    private readonly users: UserTable,
    private readonly selection: UserSelection,
  ) {}

  /** @returns `undefined` if there is no token with this digest, or its user was deleted */
  async find(digest: string): Promise<FoundToken | undefined> {
    const row = (await this.lookUp(digest)).get(digest);
    if (!row) return undefined;
    const [, id, owner, fingerprint, lastUsed, password, isActive] = row;
    const user = this.selection.read(row, LEADING);
    this.database.extension?.noteMark(user, row.at(-1));
    return {
      id: Number(id),
      owner: String(owner),
      isActive: Number(isActive) === 1,
      fingerprint,
      lastUsed,
      password,
      user,
    };
  }

  private lookUp(digest: string): Promise<RowsByDigest> {
    return new Promise((resolve) => this.batch.add({ digest, resolve }));
  }

  private async read(digests: readonly string[]): Promise<RowsByDigest> {
    const places = 2 ** Math.ceil(Math.log2(digests.length));
    const padded = Array.from({ length: places }, (_none, at) => digests[at] ?? digests[0]);
    const rows = await this.database.query(this.sqlFor(places), [
      ...this.selection.values,
      ...padded,
      new Date(),
    ]);
    return new Map(rows.map((row) => [String(row[0]), row]));
  }

  /** Returns the SQL for 1, 2, 4, … tokens: few statements, which databases prepare once. */
  private sqlFor(places: number): string {
    const known = this.statements.get(places);
    if (known !== undefined) return known;
    const { users, selection } = this;
    const { extension } = this.database;
    const columns = [selection.columns, ...(extension ? [extension.markOf('t.user_id')] : [])];
    const sql =
      `select t.hash, t.id, t.user_id, t.fingerprint, t.last_used_at, ${users.password},` +
      ` case when ${users.isActive} then 1 else 0 end, ${columns.join(', ')} from ${ownTable(this.database.dataSource, 'tokens')} t` +
      ` join ${users.source} on ${users.key} = ${users.asKey('t.user_id')}` +
      ` where t.hash in (${Array(places).fill('?').join(', ')}) and t.expires_at > ?`;
    this.statements.set(places, sql);
    return sql;
  }
}
