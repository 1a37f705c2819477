import type { ParentKeyJoin } from '../../../registry/resources/compiled-resource.js';
import { named } from '../../dialects/dialect.js';
import type { RelationSql } from './relation-sql.js';

/** BelongsTo: the parent's row contains the related key. */
export const parentKeySql: RelationSql<ParentKeyJoin> = {
  isOne: true,
  column: ({ target }) => target,

  ofMany: ({ dialect, table, columns, conditions }, { target }) =>
    `select ${columns('t')}, ${dialect.listed} from ${dialect.keyList(target)}` +
    ` join ${table} t on ${named(dialect, target, 't')} = ${dialect.listed}${conditions('t')}`,

  ofOne: ({ dialect, table }, { target }) => ({
    from: `${table} t`,
    link: `${named(dialect, target, 't')} = ${dialect.bound}`,
    tieBreakers: '',
  }),
};
