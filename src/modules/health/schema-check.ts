import { Inject, Injectable, Logger } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { findMissingTables } from '../../execution/schema/find-missing-tables.js';
import { readSchema } from '../../execution/schema/read-schema.js';
import { comparedTables, compareSchema } from '../../registry/schema/compare-schema.js';

/** Tables or columns that requests need are not in the database. */
export class SchemaError extends Error {}

/**
 * Whether the database still has what the start found there. One small statement looks for the
 * tables. Once a table was missing, everything is compared again before the service counts as
 * ready.
 */
@Injectable()
export class SchemaCheck {
  private readonly logger = new Logger('Health');
  /** What was missing at the last check; empty since the start, which compares everything. */
  private differences: readonly string[] = [];

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Did the last check find everything? */
  get isComplete(): boolean {
    return this.differences.length === 0;
  }

  /** @throws SchemaError when a table or column is missing */
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
    const recordMeta = compareSchema(this.database.dataSource.entityMetadatas, [], facts);
    return recordMeta.filter(({ severity }) => severity !== 'warning').map(({ wrong }) => wrong);
  }

  private report(found: readonly string[]): void {
    if (found.length === 0) this.logger.log('The database has every table and column again.');
    else this.logger.error(`The service is not ready: ${found.join('; ')}.`);
  }
}
