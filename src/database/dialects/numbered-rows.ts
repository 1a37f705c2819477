import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { Dialect, PivotParts, RelatedKeyParts } from './dialect.js';

/** The differences between the databases that number rows. */
interface Words {
  /** The join that keeps the written order. */
  readonly straight: string;
  readonly listed: string;
  readonly bound: string;
  column(of: CompiledColumn, alias: string): string;
  keyList(of: CompiledColumn): string;
}

/**
 * Reads relation levels with row numbers per parent: keys are numbered in the level's order, and
 * only the rows within the limit are fetched.
 */
export function rowNumberDialect({
  straight,
  listed,
  bound,
  column,
  keyList,
}: Words): Pick<Dialect, 'relatedKey' | 'pivot'> {
  return {
    relatedKey: ({ table, key, column: joined, columns, conditions, sorted }: RelatedKeyParts) =>
      `select ${columns('x')}, n.pk from (select ${column(key, 'i')} id, ${column(joined, 'i')} pk,` +
      ` row_number() over (partition by ${column(joined, 'i')} order by ${sorted.order('i')}) rn from ${keyList(joined)}` +
      ` ${straight} ${table} i on ${column(joined, 'i')} = ${listed}${sorted.joins('i')} where 1 = 1${conditions('i')}) n` +
      ` ${straight} ${table} x on ${column(key, 'x')} = n.id where n.rn <= ${bound} order by n.pk, n.rn`,

    pivot: (parts: PivotParts) => {
      const { table, key, pivot, pivotKeys, parent, related, columns, pivots } = parts;
      const { conditions, pivotConditions, sorted, tieBreakers } = parts;
      return (
        `select ${columns('r')}${pivots('m')}, n.pk from (select ${pivotKeys.map((of, at) => `${column(of, 'p')} k${at}`).join(', ')}, ${column(parent, 'p')} pk,` +
        ` row_number() over (partition by ${column(parent, 'p')} order by ${sorted.order('i')}${tieBreakers('p')}) rn from ${keyList(parent)}` +
        ` ${straight} ${pivot} p on ${column(parent, 'p')} = ${listed} ${straight} ${table} i on ${column(key, 'i')} = ${related('p')}` +
        `${sorted.joins('i')} where 1 = 1${pivotConditions('p')}${conditions('i')}) n` +
        ` ${straight} ${pivot} m on ${pivotKeys.map((of, at) => `${column(of, 'm')} = n.k${at}`).join(' and ')}` +
        ` ${straight} ${table} r on ${column(key, 'r')} = ${related('m')} where n.rn <= ${bound} order by n.pk, n.rn`
      );
    },
  };
}
