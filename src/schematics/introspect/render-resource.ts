import { reservedParameters } from '../../registry/reserved-names.js';
import type { Layout } from './layout.js';
import type { ColumnModel, EntityModel, RelationModel } from './model.js';
import { printList } from './print.js';
import type { Import, SourcePart } from './source-part.js';

/** `sortOrder` -> `sort_order`: the name of a pivot's property in requests. */
const wireName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isListed = ({ role, isSecret }: ColumnModel): boolean =>
  role !== 'generated key' && role !== 'deleted' && !isSecret;

/** The columns of a relation's join table that requests may set, by their names in requests. */
export function pivotColumns({ pivot, ...relation }: RelationModel): readonly string[] {
  if (!pivot) return [];
  const { own, other } = relation.joinTable ?? inverseOf(relation).joinTable!;
  return pivot.columns
    .filter(({ role, name }) => role === 'plain' && name !== own.name && name !== other.name)
    .filter(({ isSecret, isComputed }) => !isSecret && !isComputed)
    .map(({ property }) => wireName(property));
}

const inverseOf = ({ target, inverse }: Pick<RelationModel, 'target' | 'inverse'>): RelationModel =>
  target.relations.find(({ property }) => property === inverse)!;

const propertiesOf = (members: readonly { readonly property: string }[]): readonly string[] =>
  members.map(({ property }) => property);

/** Returns the resource of an entity, in the short form as far as it goes. */
export function renderResource(entity: EntityModel, layout: Layout): SourcePart {
  const { class: name } = entity.names;
  const long = entity.relations.filter((relation) => pivotColumns(relation).length > 0);
  const members = long.map((relation) => longRelation(relation, layout));
  const body = members.length > 0 ? `{\n${members.join('\n')}\n}` : '{}';
  const lists = listsOf(entity, long).join('\n');
  const [row, policy] = [layout.entityReference(entity), layout.policyReference(entity)];
  return {
    body: `@Resource({ policy: ${policy.text} })
export class ${name}Resource extends ResourceOf(${row.text}, {\n${lists}\n}) ${body}\n`,
    imports: [
      ...['Resource', 'ResourceOf'].map(ofPackage),
      row.import,
      policy.import,
      ...long.flatMap((relation) => longImports(relation, layout)),
    ],
  };
}

const ofPackage = (name: string): Import => ({ name, from: 'resource-api' });

/** Fields that an index begins with can be sorted and matched. */
function listsOf(
  { columns, relations }: EntityModel,
  long: readonly RelationModel[],
): readonly string[] {
  const listed = columns.filter(isListed);
  const indexed = propertiesOf(
    listed.filter(({ isIndexed, mapped }) => isIndexed && mapped.property !== 'unknown'),
  );
  // A query parameter of this name means something else.
  const isReserved = (name: string) => reservedParameters.includes(name);
  const lists = {
    fields: propertiesOf(listed),
    readOnly: propertiesOf(listed.filter(({ isComputed }) => isComputed)),
    indexed: indexed.filter((name) => !isReserved(name)),
    sortable: indexed.filter(isReserved),
    relations: propertiesOf(relations.filter((relation) => !long.includes(relation))),
  };
  return Object.entries(lists)
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => printList(name, items));
}

function longRelation(relation: RelationModel, layout: Layout): string {
  const { property, target, pivot } = relation;
  const columns = pivotColumns(relation).map((name) => `'${name}'`);
  const through = `through: () => ${layout.entityReference(pivot!).text}`;
  const withPivot = `withPivot: [${columns.join(', ')}]`;
  const related = `() => ${target.names.class}Resource`;
  const line = `  @BelongsToMany(${related}, { ${through}, ${withPivot} })`;
  const decorator =
    line.length <= 100
      ? line
      : `  @BelongsToMany(${related}, {\n    ${through},\n    ${withPivot},\n  })`;
  return `${decorator}\n  ${property}!: Related;`;
}

const longImports = ({ target, pivot }: RelationModel, layout: Layout): readonly Import[] => [
  ...['BelongsToMany', 'type Related'].map(ofPackage),
  layout.entityReference(pivot!).import,
  { name: `${target.names.class}Resource`, from: layout.resource(target) },
];
