import { Inject, Injectable } from '@nestjs/common';
import { Authorizer } from '../../../authorization/authorizer.js';
import type { AppUser, Key } from '../../../types/register.js';
import type { ResourceClass } from '../../../definition/resource-of.js';
import type { FieldOf } from '../../../definition/resource-of.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { dialects } from '../../../execution/dialects/index.js';
import { named } from '../../../execution/dialects/dialect.js';
import { conditionSql } from '../../../execution/sql/condition-sql.js';
import { ResourceRegistry } from '../../../registry/resource-registry.js';

/**
 * Counts records for the application's own code, limited to the scope of a user.
 */
@Injectable()
export class VisibleRecords {
  constructor(
    private readonly registry: ResourceRegistry,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Returns how many of the resource's records the user may see for each value of a column:
   * `countBy(PostResource, 'user_id', keys, user)`. Runs one statement for all values; values
   * without a record are absent.
   */
  async countBy<Resource extends ResourceClass>(
    definition: Resource,
    field: FieldOf<InstanceType<Resource>>,
    values: readonly Key[],
    user: AppUser,
  ): Promise<ReadonlyMap<string, number>> {
    const resource = this.registry.getByDefinition(definition);
    const column = resource.fields.get(field)!.column;
    const dialect = dialects[this.database.dialect];
    const visible = conditionSql(new Authorizer(user).scope(resource), dialect);
    const grouped = named(dialect, column, 't');
    const sql =
      `select ${grouped}, count(*) from ${dialect.quote(resource.table.name)} t` +
      ` where ${dialect.inList(grouped, column)} and ${visible.sql('t')} group by ${grouped}`;
    const rows = await this.database.query(sql, [
      dialect.bindList(values, column),
      ...visible.values,
    ]);
    return new Map(rows.map(([value, count]) => [String(value), Number(count)]));
  }
}
