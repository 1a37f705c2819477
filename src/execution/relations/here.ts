import type { JoinHere } from '../../registry/compiled-resource.js';
import { named } from '../dialects/dialect.js';
import type { RelationText } from './relation-text.js';

/**
 * BelongsTo: the related key lies in the parent's row. At most one row a parent, so that nothing
 * has to be cut.
 */
export const here: RelationText<JoinHere> = {
  ofMany: ({ dialect, table, columns, conditions }, { target }) =>
    `select ${columns('t')}, ${dialect.listed} from ${dialect.keyList(target)}` +
    ` join ${table} t on ${named(dialect, target, 't')} = ${dialect.listed}${conditions('t')}`,

  ofOne: ({ dialect, table }, { target }) => ({
    from: `${table} t`,
    link: `${named(dialect, target, 't')} = ${dialect.bound}`,
    ties: null,
  }),
};
