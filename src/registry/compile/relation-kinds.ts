import type { RelationKind } from '../../definition/index.js';
import type { RelationOptions } from '../../definition/contracts/options.js';
import { wireBelongsTo, wireBelongsToMany, wireHas } from './wire-by-metadata.js';
import { wireMorph, wireMorphToMany } from './wire-by-morph.js';
import type { Wired, Wiring } from './wire-relations.js';

type Option = keyof RelationOptions;

/** What distinguishes one kind of relation. Everything else follows from which row has its key. */
interface RelationKindRow {
  /** Finds the row that has the key: the parent's, the related one, or a pivot row. */
  readonly wire: (wiring: Wiring) => Wired;
  /** Does it lead to a list? */
  readonly isMany: boolean;
  /** The options of its decorator, beside those of every relation. @spec Relation field options */
  readonly options: readonly Option[];
  /** The kind for the same columns if several records hold the key. */
  readonly manyKind?: RelationKind;
}

const pivot: readonly Option[] = [
  ...(['through', 'withPivot', 'unique', 'canAttach', 'canDetach'] as const),
  ...(['attachCallback', 'detachCallback', 'validationCallback', 'messages'] as const),
];

/** The kinds of relations: a row per kind. @spec Relation field kinds */
export const relationKinds: Readonly<Record<RelationKind, RelationKindRow>> = {
  BelongsTo: { wire: wireBelongsTo, isMany: false, options: ['searchable', 'sortable'] },
  HasOne: {
    wire: (wiring) => wireHas(wiring, 'isOneToOneNotOwner'),
    isMany: false,
    options: ['sortable'],
    manyKind: 'HasMany',
  },
  HasMany: {
    wire: (wiring) => wireHas(wiring, 'isOneToMany'),
    isMany: true,
    options: ['columns'],
  },
  MorphOne: { wire: wireMorph, isMany: false, options: ['morph'], manyKind: 'MorphMany' },
  MorphMany: { wire: wireMorph, isMany: true, options: ['morph'] },
  BelongsToMany: { wire: wireBelongsToMany, isMany: true, options: pivot },
  MorphToMany: { wire: wireMorphToMany, isMany: true, options: [...pivot, 'morph'] },
};
