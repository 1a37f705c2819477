import type { EntityMetadata } from 'typeorm';
import type { CompiledColumn } from '../resources/compiled-resource.js';
import type { StoredColumn } from '../resources/schema-facts.js';
import type { Finding } from '../draft/verifier.js';
import type { StoredComparedTable } from './compared-table.js';

/** A difference, without the place that it is reported at. */
type Difference = Omit<Finding, 'resource' | 'member'>;

/** Compares the columns that the entity describes, then those that only the database has. */
export function* compareColumns(compared: StoredComparedTable): Iterable<Finding> {
  const { columns, resource, memberOf } = compared;
  for (const { column, found } of columns) {
    const differences = found
      ? differencesOf(compared, column, found)
      : [missing(compared, column)];
    for (const difference of differences)
      yield { resource, member: memberOf(column), ...difference };
  }
  yield* unknownColumns(compared);
}

const missing = ({ table }: StoredComparedTable, { name }: CompiledColumn): Difference => ({
  wrong: `the table ${table.name} has no column ${name}`,
  step: 'run the migration that adds it, or write one with resource-api migrate generate',
});

function* differencesOf(
  compared: StoredComparedTable,
  column: CompiledColumn,
  found: StoredColumn,
): Iterable<Difference> {
  const place = `${compared.table.name}.${found.name}`;
  if (!found.canHold(column))
    yield {
      wrong: `the entity declares ${column.property} as ${column.databaseType}, but the column ${place} is ${found.type}`,
      step: `change the type in the entity, or write a migration that makes the column ${column.databaseType}`,
    };
  if (compared.stored.isView) return;
  yield* nullabilityOf(compared, column, found, place);
  const declared = compared.metadata.columns.find(
    ({ databaseName }) => databaseName === column.name,
  );
  const length = Number(declared?.length ?? 0);
  if (found.length !== null && found.length < length)
    yield {
      severity: 'warning',
      wrong: `the entity allows ${length} characters, but the column ${place} takes ${found.length}`,
      instead: `length: ${found.length} in the entity, or a migration that widens the column`,
    };
}

/**
 * Only what makes every such write fail is a fault: a trigger may fill a column that has no
 * default.
 */
function* nullabilityOf(
  { table }: StoredComparedTable,
  column: CompiledColumn,
  found: StoredColumn,
  place: string,
): Iterable<Difference> {
  if (table.keys.includes(column)) return;
  if (column.nullable && !found.nullable)
    yield {
      ...(found.filled && { severity: 'warning' as const }),
      wrong: `the entity declares ${column.property} as nullable, but the column ${place} does not accept null`,
      step: 'remove nullable: true from the entity, or write a migration that makes the column nullable',
    };
  if (!column.nullable && found.nullable)
    yield {
      severity: 'warning',
      wrong: `the column ${place} may contain null, but the entity does not declare ${column.property} as nullable`,
      step: 'add nullable: true to the entity, or write a migration that makes the column not null',
    };
  if (!column.nullable && !found.nullable && !found.filled && column.filledBy === 'default')
    yield {
      severity: 'warning',
      wrong: `the entity declares a default for ${column.property}, but the column ${place} does not have one`,
      step: 'write a migration that adds the default, or remove it from the entity',
    };
}

/** Its table also has the columns of child entities. */
const isShared = ({ tableType, inheritancePattern }: EntityMetadata): boolean =>
  tableType !== 'regular' || inheritancePattern === 'STI';

/** A column that only the database has, and that every insert would have to fill. */
function* unknownColumns(compared: StoredComparedTable): Iterable<Finding> {
  const { table, stored, unknown, metadata, resource } = compared;
  if (stored.isView || stored.hasTriggers || isShared(metadata)) return;
  for (const column of unknown)
    if (!column.nullable && !column.filled)
      yield {
        resource,
        member: '',
        severity: 'warning',
        wrong: `the column ${table.name}.${column.name} does not accept null and has no default, and ${metadata.name} does not declare it, so inserts fail`,
        step: 'declare it in the entity, or write a migration that gives it a default or drops it',
      };
}
