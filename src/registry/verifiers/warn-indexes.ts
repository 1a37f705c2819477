import type { CompiledColumn } from '../compiled-resource.js';
import type { FieldDraft, RelationDraft, ResourceDraft } from '../draft.js';
import { eachResource, warningAt } from './each-resource.js';

/** A declared column, and the table that it lies in. */
interface Declared {
  readonly member: string;
  readonly what: string;
  readonly table: string;
  readonly column: CompiledColumn;
}

/**
 * Whoever sorts or matches by a column without an index makes the database read the whole table. A
 * search reads it anyhow: no index finds a piece of a text.
 */
export const warnIndexes = eachResource(function* (draft) {
  for (const { member, what, table, column } of [
    ...ownColumns(draft),
    ...draft.relations.flatMap(relatedColumns),
  ]) {
    if (
      !draft.facts?.findTable(table)?.findColumn(column.name) ||
      draft.facts.isIndexed(table, column)
    )
      continue;
    yield warningAt(
      draft,
      member,
      `the field is ${what}, but no index of ${table} begins with ${column.name}`,
      `indexes: [['${column.name}']] in a migration, or the field without ${what.split(' ')[0]}`,
    );
  }
});

function ownColumns({ fields, table }: ResourceDraft): readonly Declared[] {
  return fields.flatMap(({ name, column, options }: FieldDraft) => {
    const what = options.sortable ? 'sortable' : options.matchable ? 'matchable' : undefined;
    if (!what || !column || !table || column === table.keys[0]) return [];
    return [{ member: name, what, table: table.name, column }];
  });
}

/** What lies at a path of a column is in no index that every database has. */
function relatedColumns({ key, options, target }: RelationDraft): readonly Declared[] {
  const table = target?.table;
  if (!table || !Array.isArray(options.sortable)) return [];
  return (options.sortable as readonly string[]).flatMap((name) => {
    const column = target.fields.find((field) => field.name === name)?.column;
    if (!column || column === table.keys[0]) return [];
    return [{ member: key, what: `sortable by ${name}`, table: table.name, column }];
  });
}
