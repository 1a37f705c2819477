import { reservedParameters } from '../../../registry/resources/reserved-names.js';
import type { Layout } from './layout.js';
import type { ColumnModel, EntityModel, RelationModel } from './model.js';
import { printList } from './print.js';
import type { Import, SourcePart } from './source-part.js';

const isListed = ({ role, isSecret, isComputed }: ColumnModel): boolean =>
  role !== 'generated key' && role !== 'deleted' && !isSecret && !isComputed;

/** The columns of a relation's join table that requests may set, by their names in requests. */
export function pivotColumns({ pivot, ...relation }: RelationModel): readonly string[] {
  if (!pivot) return [];
  const { own, other } = relation.joinTable ?? inverseOf(relation).joinTable!;
  return pivot.columns
    .filter(({ role, name }) => role === 'plain' && name !== own.name && name !== other.name)
    .filter(({ isSecret, isComputed }) => !isSecret && !isComputed)
    .map(({ property }) => property);
}

const inverseOf = ({ target, inverse }: Pick<RelationModel, 'target' | 'inverse'>): RelationModel =>
  target.relations.find(({ property }) => property === inverse)!;

const propertiesOf = (members: readonly { readonly property: string }[]): readonly string[] =>
  members.map(({ property }) => property);

/** Returns the resource of an entity, in the short form as far as it goes. */
export function renderResource(entity: EntityModel, layout: Layout): SourcePart {
  const { class: name } = entity.names;
  const members = [...renderedMembers(entity).values()];
  const body = members.length > 0 ? `{\n${members.join('\n')}\n}` : '{}';
  const lists = [...listsOf(entity)].map(([list, items]) => printList(list, items));
  const options = [...lists, ...commentOn(unindexedOf(entity))].join('\n');
  return {
    body: `@Resource({ policy: ${name}Policy })
export class ${name}Resource extends ResourceOf(${name}, {\n${options}\n}) ${body}\n`,
    imports: [
      ...['Resource', 'ResourceOf'].map(ofPackage),
      { name, from: layout.entity(entity) },
      { name: `${name}Policy`, from: layout.policy(entity) },
      ...importsOfMembers(entity, layout),
    ],
  };
}

const ofPackage = (name: string): Import => ({ name, from: 'resource-api' });

/** What the short form has no place for. */
type Part = Pick<EntityModel, 'columns' | 'relations'>;

const longRelations = ({ relations }: Part): readonly RelationModel[] =>
  relations.filter((relation) => pivotColumns(relation).length > 0);

const computedColumns = ({ columns }: Part): readonly ColumnModel[] =>
  columns.filter(({ isComputed, isSecret }) => isComputed && !isSecret);

/** Returns the members of a resource, by their names. */
export const renderedMembers = (part: Part): ReadonlyMap<string, string> =>
  new Map([
    ...computedColumns(part).map((column) => [column.property, computedField(column)] as const),
    ...longRelations(part).map((relation) => [relation.property, longRelation(relation)] as const),
  ]);

/** Returns what these members need. */
export const importsOfMembers = (part: Part, layout: Layout): readonly Import[] => [
  ...(computedColumns(part).length > 0 ? [ofPackage('Field')] : []),
  ...longRelations(part).flatMap((relation) => longImports(relation, layout)),
];

/** JSON can be neither sorted nor matched. */
const isComparable = ({ mapped }: ColumnModel): boolean => mapped.property !== 'unknown';

const isText = ({ mapped }: ColumnModel): boolean =>
  ['varchar', 'text'].includes(mapped.type) && mapped.options.enum === undefined;

/** Returns the lists of a resource that have elements. A field needs an index to be in the others. */
export function listsOf({ columns, relations }: Part): ReadonlyMap<string, readonly string[]> {
  const listed = columns.filter(isListed);
  const indexed = listed.filter((column) => column.isIndexed && isComparable(column));
  const long = longRelations({ columns, relations });
  const lists = {
    fields: propertiesOf(listed),
    sortable: propertiesOf(indexed),
    matchable: propertiesOf(indexed).filter((name) => !reservedParameters.includes(name)),
    searchable: propertiesOf(indexed.filter(isText)),
    relations: propertiesOf(relations.filter((relation) => !long.includes(relation))),
  };
  return new Map(Object.entries(lists).filter(([, items]) => items.length > 0));
}

const unindexedOf = ({ columns }: Part): readonly string[] =>
  propertiesOf(
    columns.filter((column) => isListed(column) && !column.isIndexed && isComparable(column)),
  );

/** The most characters in a line of a comment. */
const WIDTH = 92;

function commentOn(unindexed: readonly string[]): readonly string[] {
  if (unindexed.length === 0) return [];
  const words = `Each needs an index before it can be sorted, matched or searched: ${unindexed.join(', ')}.`;
  const lines = [''];
  for (const word of words.split(' ')) {
    const line = `${lines.at(-1)!} ${word}`.trimStart();
    if (line.length <= WIDTH) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines.map((line) => `  // ${line}`);
}

const computedField = ({ property, mapped, nullable }: ColumnModel): string =>
  `  @Field({ readOnly: true }) ${property}!: ${mapped.property}${nullable ? ' | null' : ''};`;

function longRelation(relation: RelationModel): string {
  const { property, target, pivot } = relation;
  const columns = pivotColumns(relation).map((name) => `'${name}'`);
  const options = `{ through: () => ${pivot!.names.class}, withPivot: [${columns.join(', ')}] }`;
  const decorator = `  @BelongsToMany(() => ${target.names.class}Resource, ${options})`;
  return `${decorator}\n  ${property}!: Related;`;
}

const longImports = ({ target, pivot }: RelationModel, layout: Layout): readonly Import[] => [
  ...['BelongsToMany', 'type Related'].map(ofPackage),
  { name: pivot!.names.class, from: layout.entity(pivot!) },
  { name: `${target.names.class}Resource`, from: layout.resource(target) },
];
