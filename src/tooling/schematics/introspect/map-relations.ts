import type { ForeignKeyFacts, TableFacts } from './table-facts.js';
import { isUnique } from './map-columns.js';
import {
  inverseNameOf,
  lowerFirst,
  pluralOf,
  referenceNameOf,
  type MemberNames,
} from './member-names.js';
import type { EntityModel, JoinColumn, RelationModel } from './model.js';
import type { Pair } from './table-kinds.js';

/** An entity with the names of its members, while relations are added. */
export interface OpenEntity {
  readonly entity: EntityModel;
  readonly facts: TableFacts;
  readonly names: MemberNames;
}

/** Adds a relationship to both entities of a foreign key, as far as they are open. */
export function relate(own: OpenEntity, key: ForeignKeyFacts, other: OpenEntity): void {
  const [column] = key.columns;
  const model = own.entity.columns.find(({ name }) => name === column)!;
  const isOne = isUnique(own.facts, column!);
  const target = other.entity.names.class;
  const reference = referenceNameOf(column!) ?? lowerFirst(target);
  const isSelf = own === other;
  if (!own.entity.isOpen) return;
  const forward: RelationModel = {
    kind: isOne ? 'OneToOne' : 'ManyToOne',
    property: own.names.chooseRelation(reference, `${reference}${target}`),
    target: other.entity,
    inverse: null,
    nullable: model.nullable,
    join: joinColumnOf(key, other),
    joinTable: null,
    pivot: null,
  };
  own.entity.relations.push(forward);
  if (!other.entity.isOpen) return;
  const isAlone =
    own.facts.foreignKeys.filter((each) => each.table === other.facts.name).length === 1;
  forward.inverse = other.names.chooseRelation(
    ...inverseNames(reference, own.entity.names.class, { isOne, isSelf, isAlone }),
  );
  other.entity.relations.push({
    kind: isOne ? 'OneToOne' : 'OneToMany',
    property: forward.inverse,
    target: own.entity,
    inverse: forward.property,
    nullable: isOne,
    join: null,
    joinTable: null,
    pivot: null,
  });
}

interface Shape {
  readonly isOne: boolean;
  readonly isSelf: boolean;
  /** Whether it is the only foreign key between the two tables. */
  readonly isAlone: boolean;
}

/** `children` of a `parent`, `managerOf`; `orders`, or `payerOrders` of several foreign keys. */
function inverseNames(reference: string, className: string, shape: Shape): readonly string[] {
  const { isOne, isSelf, isAlone } = shape;
  if (isSelf) return reference === 'parent' && !isOne ? ['children'] : [`${reference}Of`];
  const distinct = isOne ? `${reference}${className}` : inverseNameOf(reference, className);
  const plain = lowerFirst(className);
  return isAlone ? [isOne ? plain : pluralOf(plain), distinct] : [distinct];
}

/** Adds a many-to-many relationship to both entities of a join table. */
export function join(
  { table, first, second }: Pair,
  [own, other]: readonly [OpenEntity, OpenEntity],
  pivot: EntityModel | null,
): void {
  // The side that declares the join table has to be open.
  if (!own.entity.isOpen && !other.entity.isOpen) return;
  if (!own.entity.isOpen)
    return join({ table, first: second, second: first, isPivot: false }, [other, own], pivot);
  const forward: RelationModel = {
    kind: 'ManyToMany',
    property: own.names.chooseRelation(...manyNames(own, other, second)),
    target: other.entity,
    inverse: null,
    nullable: false,
    join: null,
    joinTable: {
      name: table.name,
      own: joinColumnOf(first, own),
      other: joinColumnOf(second, other),
    },
    pivot,
  };
  own.entity.relations.push(forward);
  if (!other.entity.isOpen) return;
  forward.inverse = other.names.chooseRelation(...manyNames(other, own, first));
  other.entity.relations.push({
    ...forward,
    property: forward.inverse,
    target: own.entity,
    inverse: forward.property,
    joinTable: null,
  });
}

/** `tags`, or by the column where that name is taken: `friends` for `friend_id`. */
function manyNames(
  own: OpenEntity,
  other: OpenEntity,
  { columns: [column] }: ForeignKeyFacts,
): readonly string[] {
  const plural = pluralOf(lowerFirst(other.entity.names.class));
  const reference = referenceNameOf(column!);
  const byColumn = reference === null ? [] : [pluralOf(reference)];
  return own === other ? [...byColumn, plural] : [plural, ...byColumn];
}

/** The property that a foreign key refers to is named only if it is not the key. */
function joinColumnOf({ columns, references }: ForeignKeyFacts, target: OpenEntity): JoinColumn {
  const referenced = target.entity.columns.find(({ name }) => name === references[0]);
  const isKey = referenced === undefined || referenced.role.endsWith('key');
  return { name: columns[0]!, references: isKey ? null : referenced.property };
}
