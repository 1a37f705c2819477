import type { RelatedKeyJoin } from '../../../registry/resources/compiled-resource.js';
import { named } from '../../dialects/dialect.js';
import { typeSql } from '../parts/join-sql.js';
import type { RelationSql } from './relation-sql.js';

/** HasOne, HasMany, MorphOne, MorphMany: the related row contains the parent's key. */
export const relatedKeySql: RelationSql<RelatedKeyJoin> = {
  isOne: false,
  column: ({ column }) => column,

  ofMany: (parts, { column, type }) =>
    parts.dialect.relatedKey({
      ...parts,
      column,
      conditions: (alias) => typeSql(type, alias, parts.dialect) + parts.conditions(alias),
    }),

  ofOne: ({ dialect, table }, { column, type }) => ({
    from: `${table} t`,
    link: `${named(dialect, column, 't')} = ${dialect.bound}${typeSql(type, 't', dialect)}`,
    tieBreakers: '',
  }),
};
