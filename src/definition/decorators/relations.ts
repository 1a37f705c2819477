/** The kinds of relations, each with the decorator of its name. @spec Relation field kinds */
export type RelationKind =
  'BelongsTo' | 'HasOne' | 'HasMany' | 'MorphOne' | 'MorphMany' | 'BelongsToMany' | 'MorphToMany';

export * from './belongs-to.decorator.js';
export * from './belongs-to-many.decorator.js';
export * from './has-many.decorator.js';
export * from './has-one.decorator.js';
export * from './morph-many.decorator.js';
export * from './morph-one.decorator.js';
export * from './morph-to-many.decorator.js';
