import type { CompiledRelated, Join } from './compiled-resource.js';

/** A relation's key, kind, target and the columns that join it, as cells of a table. */
export function describeRelation(relation: CompiledRelated): readonly string[] {
  if (relation.form !== 'relation') return [relation.key, relation.form, '', needsOf(relation)];
  return [
    relation.key,
    relation.kind,
    relation.resource.key,
    describeJoin(relation.join, relation.resource.table.name),
  ];
}

const needsOf = ({ needs }: Exclude<CompiledRelated, { form: 'relation' }>): string =>
  `reads ${needs.map(({ name }) => name).join(', ') || 'the key'}`;

function describeJoin(join: Join, related: string): string {
  if (join.lies === 'here') return `${join.column.name} = ${related}.${join.target.name}`;
  const type = join.type ? `, ${join.type.column.name} = '${join.type.value}'` : '';
  if (join.lies === 'there') return `${related}.${join.column.name} = ${join.source.name}${type}`;
  return `${join.table.name} (${join.parent.name}, ${join.related.name}${type})`;
}
