import { Inject, Injectable, Logger } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { findMissingTables, readSchema } from '../../database/schema/read-schema.js';
import { comparedTables, compareSchema } from '../../registry/schema/compare-schema.js';

/** Thrown if tables or columns that requests need are missing from the database. */
export class SchemaError extends Error {}

/**
 * Checks that the database still has the schema that was found at boot. One small statement looks
 * for the tables. After a table was missing, the whole schema is compared again before the service
 * counts as ready.
 */
@Injectable()
export class SchemaCheck {
  private readonly logger = new Logger('Health');
  /** What was missing at the last check; empty after boot, which compares everything. */
  private differences: readonly string[] = [];

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Whether the last check found everything. */
  get isComplete(): boolean {
    return this.differences.length === 0;
  }

  /** @throws SchemaError if a table or column is missing */
  async verify(): Promise<void> {
    const found = await this.find();
    if (found.join() !== this.differences.join()) this.report(found);
    this.differences = found;
    if (found.length > 0) throw new SchemaError(found.join('; '));
  }

  private async find(): Promise<readonly string[]> {
    const tables = comparedTables(this.database.dataSource.entityMetadatas, []);
    const missing = await findMissingTables(this.database, tables);
    if (missing.length > 0) return missing.map((table) => `the database has no table ${table}`);
    return this.isComplete ? [] : this.compareAll();
  }

  private async compareAll(): Promise<readonly string[]> {
    const facts = await readSchema(this.database);
    const findings = compareSchema(this.database.dataSource.entityMetadatas, [], facts);
    return findings.filter(({ severity }) => severity !== 'warning').map(({ wrong }) => wrong);
  }

  private report(found: readonly string[]): void {
    if (found.length === 0) this.logger.log('The database has every table and column again.');
    else this.logger.error(`The service is not ready: ${found.join('; ')}.`);
  }
}
