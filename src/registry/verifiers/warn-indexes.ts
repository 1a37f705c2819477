import type { CompiledColumn } from '../resources/compiled-resource.js';
import type { FieldDraft, RelationDraft, ResourceDraft } from '../draft/draft.js';
import { eachResource, warningAt } from './each-resource.js';

/** A declared column and its table. */
interface Declared {
  readonly member: string;
  readonly what: string;
  readonly table: string;
  readonly column: CompiledColumn;
}

/**
 * To sort or match by a column without an index, the database reads the whole table. A search
 * always does: no index finds a part of a string.
 */
export const warnIndexes = eachResource(function* (draft) {
  for (const { member, what, table, column } of [
    ...ownColumns(draft),
    ...draft.relations.flatMap(relatedColumns),
  ]) {
    const stored = draft.facts?.findTable(table);
    if (!stored?.findColumn(column.name) || stored.isIndexed(column)) continue;
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

/** No index that every database has contains the value at a path of a JSON column. */
function relatedColumns({ key, options, target }: RelationDraft): readonly Declared[] {
  const table = target?.table;
  if (!table || !Array.isArray(options.sortable)) return [];
  return (options.sortable as readonly string[]).flatMap((name) => {
    const column = target.fields.find((field) => field.name === name)?.column;
    if (!column || column === table.keys[0]) return [];
    return [{ member: key, what: `sortable by ${name}`, table: table.name, column }];
  });
}
