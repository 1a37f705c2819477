import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Connection, type Database } from '../../database/connection/database.js';
import { dialects, type Dialect } from '../../database/engines/dialects.js';
import { readRowVersions } from '../../database/read/row-versions.js';
import { isDigest } from '../../database/sql/version-sql.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { ShownVersions } from '../../modules/records/reading/shown-versions.js';
import type { Key } from '../../base/types/register.js';
import { ServiceSecrets } from './secrets/service-secrets.js';

/** 128 bits in Base64. */
const LENGTH = 22;

/**
 * The versions of records, which the header `ETag` contains. A version changes with every stored
 * column of the record, and it is the same in each response and on every node.
 *
 * @contract C13.1
 */
@Injectable()
export class RecordVersions extends ShownVersions {
  private readonly dialect: Dialect;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly secrets: ServiceSecrets,
  ) {
    super();
    this.dialect = dialects[database.dialect];
  }

  get areServed(): boolean {
    return this.options.safeWrites.versions;
  }

  /**
   * Reads the versions of records with one statement. In a transaction that has locked them, they
   * stay the same until it writes.
   *
   * @returns versions by key as a string; records that do not exist are missing
   */
  async versionsOf(
    connection: Connection,
    resource: CompiledResource,
    keys: readonly Key[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await readRowVersions(connection, resource, keys, this.dialect);
    return new Map(
      rows.map(([key, version]) => [String(key), this.versionFrom(resource, version)]),
    );
  }

  /** A hash of the row becomes a keyed hash, so that nobody can guess hidden values with it. */
  versionFrom({ table }: CompiledResource, rowVersion: unknown): string {
    const version = String(rowVersion);
    if (!isDigest(table, this.dialect)) return version;
    const key = this.secrets.keyFor('record versions');
    const hmac = createHmac('sha256', key).update(`${table.name}:${version}`);
    return hmac.digest('base64url').slice(0, LENGTH);
  }
}
