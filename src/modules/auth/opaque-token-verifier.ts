import type { OnApplicationBootstrap } from '@nestjs/common';
import type { Database } from '../../execution/database/database.js';
import type { BearerVerifier } from './bearer-verifier.js';
import { digestToken, isToken } from './bearer-token.js';
import { fingerprintOf } from './passwords.js';
import type { TokenUse } from './token-use.js';
import type { UserSelection } from './user-selection.js';
import type { UserTable } from './user-table.js';

/** Columns of the token and the password, before those of the user. */
const LEADING = 4;

/**
 * Our own tokens. One statement finds the token and its user together, and nothing is remembered between requests:
 * a token that was ended is dead at once.
 *
 * @contract C2.3
 */
export class OpaqueTokenVerifier implements BearerVerifier, OnApplicationBootstrap {
  private selection!: UserSelection;
  private text!: string;

  constructor(
    private readonly database: Database,
    private readonly users: UserTable,
    private readonly use: TokenUse,
  ) {}

  onApplicationBootstrap(): void {
    this.selection = this.users.compileSelection();
    this.text = compileStatement(this.users, this.selection);
  }

  async verify(token: string): Promise<object | undefined> {
    if (!isToken(token)) return undefined;
    const values = [...this.selection.values, digestToken(token), new Date()];
    const [row] = await this.database.query(this.text, values);
    if (!row) return undefined;
    const [id, fingerprint, lastUsed, password] = row;
    if (fingerprint !== fingerprintOf(password)) return undefined;
    this.use.note(Number(id), lastUsed);
    return this.selection.read(row, LEADING);
  }
}

function compileStatement(users: UserTable, { columns }: UserSelection): string {
  return (
    `select t.id, t.fingerprint, t.last_used_at, ${users.password}, ${columns} from tokens t` +
    ` join ${users.source} on ${users.key} = ${users.asKey('t.user_id')}` +
    ` where t.hash = ? and t.expires_at > ? and ${users.isActive}`
  );
}
