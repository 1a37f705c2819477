import type { Database, Row } from '../../execution/database/database.js';
import { BatchPerTick } from '../../execution/batch-per-tick.js';
import type { UserSelection } from './user-selection.js';
import type { UserTable } from './user-table.js';

/** A token that has not expired, and its user. */
export interface FoundToken {
  readonly id: number;
  /** The user's key. */
  readonly owner: string;
  /** Whether the user may act: not suspended, and not softly deleted. */
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

/** Columns before those of the user. */
const LEADING = 7;

/**
 * Finds tokens and their users, one statement for all that are asked for in one turn of the event
 * loop: requests that arrive together share the round trip. Nothing is remembered beyond it, so
 * that a token that was ended is dead at once.
 *
 * @contract C2.3
 */
export class TokenLookup {
  private readonly statements = new Map<number, string>();
  private readonly batch = new BatchPerTick<PendingLookup>((asked) => {
    const rows = this.read([...new Set(asked.map(({ digest }) => digest))]);
    for (const { resolve } of asked) resolve(rows);
  });

  constructor(
    private readonly database: Database,
    private readonly users: UserTable,
    private readonly selection: UserSelection,
  ) {}

  /** @param digest of the token's text; `undefined` when there is none, or its user is gone */
  async find(digest: string): Promise<FoundToken | undefined> {
    const row = (await this.ask(digest)).get(digest);
    if (!row) return undefined;
    const [, id, owner, fingerprint, lastUsed, password, isActive] = row;
    return {
      id: Number(id),
      owner: String(owner),
      isActive: Number(isActive) === 1,
      fingerprint,
      lastUsed,
      password,
      user: this.selection.read(row, LEADING),
    };
  }

  private ask(digest: string): Promise<RowsByDigest> {
    return new Promise((resolve) => this.batch.add({ digest, resolve }));
  }

  private async read(digests: readonly string[]): Promise<RowsByDigest> {
    const places = 2 ** Math.ceil(Math.log2(digests.length));
    const asked = Array.from({ length: places }, (_none, at) => digests[at] ?? digests[0]);
    const rows = await this.database.query(this.text(places), [
      ...this.selection.values,
      ...asked,
      new Date(),
    ]);
    return new Map(rows.map((row) => [String(row[0]), row]));
  }

  /** For 1, 2, 4, … tokens: few texts, which databases prepare once. */
  private text(places: number): string {
    const known = this.statements.get(places);
    if (known !== undefined) return known;
    const { users, selection } = this;
    const sql =
      `select t.hash, t.id, t.user_id, t.fingerprint, t.last_used_at, ${users.password},` +
      ` case when ${users.isActive} then 1 else 0 end, ${selection.columns} from tokens t` +
      ` join ${users.source} on ${users.key} = ${users.asKey('t.user_id')}` +
      ` where t.hash in (${Array(places).fill('?').join(', ')}) and t.expires_at > ?`;
    this.statements.set(places, sql);
    return sql;
  }
}
