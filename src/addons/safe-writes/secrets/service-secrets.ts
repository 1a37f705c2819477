import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ownTable } from '../../../base/own-tables.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { isUniqueViolation } from '../../../database/failures/translate-failure.js';

const NAME = 'main';
const BYTES = 32;

/**
 * Derives keys from the secret of the deployment. The first start generates the secret and stores
 * it in the database, so that it is the same for all nodes, after a restart and in a restored
 * database.
 */
@Injectable()
export class ServiceSecrets implements OnApplicationBootstrap {
  private secret: Buffer | null = null;
  private readonly keys = new Map<string, KeyObject>();
  private readonly table: string;

  constructor(@Inject(DATABASE) private readonly database: Database) {
    this.table = ownTable(database.dataSource, 'service_secrets');
  }

  async onApplicationBootstrap(): Promise<void> {
    this.secret = Buffer.from((await this.find()) ?? (await this.generate()), 'base64');
  }

  /**
   * Returns a key of 32 bytes. Nobody can compute it from the key of another purpose.
   *
   * @throws TypeError before the application has started
   */
  keyFor(purpose: string): KeyObject {
    const known = this.keys.get(purpose);
    if (known) return known;
    if (!this.secret) throw new TypeError('The application has not started yet.');
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.secret, '', purpose, BYTES)));
    this.keys.set(purpose, key);
    return key;
  }

  private async find(): Promise<string | undefined> {
    const sql = `select secret from ${this.table} where name = ?`;
    const [row] = await this.database.query(sql, [NAME], { rows: 1 });
    return row?.[0] as string | undefined;
  }

  /** Returns the secret of another node, if that was first. */
  private async generate(): Promise<string> {
    const secret = randomBytes(BYTES).toString('base64');
    try {
      const sql = `insert into ${this.table} (name, secret) values (?, ?)`;
      await this.database.write(sql, [NAME, secret]);
      return secret;
    } catch (error) {
      const stored = isUniqueViolation(error) ? await this.find() : undefined;
      if (stored === undefined) throw error;
      return stored;
    }
  }
}
