import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { CompiledColumn } from '../resources/compiled-resource.js';
import type { StoredIndex } from '../resources/schema-facts.js';
import type { Finding } from '../draft/verifier.js';
import type { StoredComparedTable } from './compared-table.js';

interface DeclaredIndex {
  readonly unique: boolean;
  readonly columns: readonly CompiledColumn[];
}

/**
 * An index that the entity declares and the database lacks only costs time, or lets duplicates in:
 * a warning.
 */
export function* compareIndexes(compared: StoredComparedTable): Iterable<Finding> {
  const { table, stored, resource, metadata, memberOf } = compared;
  for (const { unique, columns } of declaredIndexes(compared)) {
    const wanted = columns.map((column) => [column.name, stored.indexedAs(column)]);
    const serves = unique ? isUnique : beginsWith;
    if (stored.indexes.some((index) => serves(index, wanted))) continue;
    const names = columns.map(({ name }) => name);
    yield {
      resource,
      member: columns.length === 1 ? memberOf(columns[0]!) : '',
      severity: 'warning',
      wrong: `${metadata.name} declares ${unique ? 'a unique' : 'an'} index on ${names.join(', ')}, but the table ${table.name} does not have it`,
      instead: `${unique ? 'uniques' : 'indexes'}: [[${names.map((name) => `'${name}'`).join(', ')}]] in a migration`,
    };
  }
}

/** Indexes of one kind, whole and of plain columns: others are not compared. */
function declaredIndexes({ metadata, table }: StoredComparedTable): readonly DeclaredIndex[] {
  const byName = new Map([...table.columns.values()].map((column) => [column.name, column]));
  const indexes = metadata.indices
    .filter(
      ({ where, isSpatial, isFulltext, synchronize, columns }) =>
        !where && !isSpatial && !isFulltext && synchronize && !columns.every(isDiscriminator),
    )
    .map(({ isUnique: unique, columns }) => ({ unique, columns }));
  const uniques = metadata.uniques.map(({ columns }) => ({ unique: true, columns }));
  return [...indexes, ...uniques].flatMap(({ unique, columns }) => {
    const known = columns.flatMap(({ databaseName }) => byName.get(databaseName) ?? []);
    return known.length > 0 && known.length === columns.length ? [{ unique, columns: known }] : [];
  });
}

/** TypeORM adds an index on the column of the kind by itself. */
const isDiscriminator = (column: ColumnMetadata): boolean => column.isDiscriminator;

/** @param wanted for each column, the names that an index may know it by */
type Serves = (index: StoredIndex, wanted: readonly (readonly string[])[]) => boolean;

const isNamed = (stored: string | undefined, names: readonly string[]): boolean =>
  stored === '' ||
  (stored !== undefined && names.some((name) => name.toLowerCase() === stored.toLowerCase()));

const beginsWith: Serves = ({ columns }, wanted) =>
  wanted.every((names, at) => isNamed(columns[at], names));

const isUnique: Serves = ({ unique, columns }, wanted) =>
  unique &&
  columns.length === wanted.length &&
  wanted.every((names) => columns.some((stored) => isNamed(stored, names)));
