import type { CompiledRelated, CompiledResource, Join } from './resources/compiled-resource.js';
import { isPivotRelation, refusesDuplicates } from './resources/pivot-relations.js';

/** A relation's key, kind, target and the columns that join it, as cells of a table. */
export function relationCells(
  relation: CompiledRelated,
  { table }: CompiledResource,
): readonly string[] {
  if (relation.form !== 'relation')
    return [relation.key, relation.form, '', needsOf(relation, table.columns.size)];
  return [
    relation.key,
    relation.kind,
    relation.resource.key,
    describeJoin(relation.join, relation.resource.table.name) +
      (isPivotRelation(relation) && refusesDuplicates(relation) ? ', unique' : ''),
  ];
}

function needsOf(
  { needs }: Exclude<CompiledRelated, { form: 'relation' }>,
  columns: number,
): string {
  const names = needs.map(({ name }) => name).join(', ') || 'the key';
  return `reads ${needs.length === columns ? 'every column' : names}`;
}

function describeJoin(join: Join, related: string): string {
  if (join.keyOn === 'parent') return `${join.column.name} = ${related}.${join.target.name}`;
  const type = join.type ? `, ${join.type.column.name} = '${join.type.value}'` : '';
  if (join.keyOn === 'related')
    return `${related}.${join.column.name} = ${join.source.name}${type}`;
  return `${join.table.name} (${join.parent.name}, ${join.related.name}${type})`;
}
