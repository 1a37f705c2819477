import { Inject, Injectable } from '@nestjs/common';
import type { ClassOf } from '../../../base/types/compile-time.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import type { WriteTarget } from '../../../database/write/record-writer.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { describeTable } from '../../../registry/resources/describe-table.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';

/**
 * A table to write. `resource` is `null` if no resource serves the entity: then there are no hooks,
 * events or log rows.
 */
export interface ChangeTarget extends WriteTarget {
  readonly resource: CompiledResource | null;
}

/** Hooks, files and log rows concern all members, for every caller. */
export const targetOf = ({ full: resource }: CompiledResource): ChangeTarget => ({
  table: resource.table,
  keyColumn: resource.keyColumn,
  resource,
});

/** Finds the tables of the entities that handlers write. */
@Injectable()
export class ChangeTargets {
  private readonly known = new Map<ClassOf, ChangeTarget>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
  ) {}

  /** @throws TypeError if the records are of several entities, or of none */
  ofRecords(records: readonly object[]): ChangeTarget {
    const classes = new Set(records.map((record) => record.constructor as ClassOf));
    const [entity] = classes;
    if (!entity || classes.size > 1)
      throw new TypeError(
        'All records of one call must be of the same entity; call once per entity.',
      );
    return this.of(entity);
  }

  /** @throws TypeError if the class is not an entity, or its table does not have exactly one key */
  of(entity: ClassOf): ChangeTarget {
    const known = this.known.get(entity);
    if (known) return known;
    const target = this.createTarget(entity);
    this.known.set(entity, target);
    return target;
  }

  private createTarget(entity: ClassOf): ChangeTarget {
    const resource = this.registry.findByEntity(entity);
    if (resource) return targetOf(resource);
    if (!this.database.dataSource.hasMetadata(entity))
      throw new TypeError(`${entity.name} is not an entity.`);
    const table = describeTable(this.database.dataSource.getMetadata(entity));
    if (table.keys.length !== 1)
      throw new TypeError(
        `${entity.name} does not have exactly one key column; write its rows with request.manager.`,
      );
    return { table, keyColumn: table.keys[0]!, resource: null };
  }
}

/**
 * Converts property values of a handler to column values; `undefined` is ignored.
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
