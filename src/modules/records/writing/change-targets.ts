import { Inject, Injectable } from '@nestjs/common';
import type { ClassOf } from '../../../types/compile-time.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import type { WriteTarget } from '../../../execution/writes/record-writer.js';
import type { CompiledColumn, CompiledResource } from '../../../registry/compiled-resource.js';
import { describeTable } from '../../../registry/describe-table.js';
import { ResourceRegistry } from '../../../registry/resource-registry.js';

/**
 * A table that is written; `resource` is `null` where none serves the entity: then there are no
 * hooks, events and log.
 */
export interface ChangeTarget extends WriteTarget {
  readonly resource: CompiledResource | null;
}

/** The table of a resource. */
export const targetOf = (resource: CompiledResource): ChangeTarget => ({
  table: resource.table,
  keyColumn: resource.keyColumn,
  resource,
});

/** Finds the tables of the entities that handlers name. */
@Injectable()
export class ChangeTargets {
  private readonly known = new Map<ClassOf, ChangeTarget>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
  ) {}

  /** @throws TypeError when the records are of several entities, or of none */
  ofRecords(records: readonly object[]): ChangeTarget {
    const classes = new Set(records.map((record) => record.constructor as ClassOf));
    const [entity] = classes;
    if (!entity || classes.size > 1)
      throw new TypeError(
        'The records of one call have to be of one entity; call once for each of them.',
      );
    return this.of(entity);
  }

  /** @throws TypeError when the class is no entity, or its table has not exactly one key */
  of(entity: ClassOf): ChangeTarget {
    const known = this.known.get(entity);
    if (known) return known;
    const target = this.describe(entity);
    this.known.set(entity, target);
    return target;
  }

  private describe(entity: ClassOf): ChangeTarget {
    const resource = this.registry.findByEntity(entity);
    if (resource) return targetOf(resource);
    if (!this.database.dataSource.hasMetadata(entity))
      throw new TypeError(`${entity.name} is not an entity.`);
    const table = describeTable(this.database.dataSource.getMetadata(entity));
    if (table.keys.length !== 1)
      throw new TypeError(`${entity.name} has no single key; write its rows by request.manager.`);
    return { table, keyColumn: table.keys[0]!, resource: null };
  }
}

/**
 * What a handler says of columns, by the entity's properties; `undefined` says nothing.
 *
 * @throws TypeError for a property without a column
 */
export function columnsOf(
  { table }: WriteTarget,
  properties: object,
): Map<CompiledColumn, unknown> {
  const columns = new Map<CompiledColumn, unknown>();
  for (const [property, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    const column = table.columns.get(property);
    if (!column) throw new TypeError(`${table.entity.name} has no column "${property}".`);
    columns.set(column, value);
  }
  return columns;
}
