import type {
  OrderJoin,
  OrderTerm,
  ResolvedOrder,
} from '../../../pipeline/authorization/resolved-order.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { named, type Dialect, type SortedParts } from '../../dialects/dialect.js';
import { conditionSql } from './condition-sql.js';
import { valuesOf, type RowFragment } from './fragment.js';
import { joinSql, type JoinedTables } from './join-sql.js';

/** The alias of the pivot table, for rows of a many-to-many relation. */
export const LINK = 'm';

/** An order as SQL, in pieces for statements. */
export class OrderFragment implements SortedParts {
  readonly key: string;
  /** The values of the order's joins, in the order of `joins`. */
  readonly values: readonly unknown[];
  readonly isJoined: boolean;
  private readonly terms: readonly OrderTerm[];
  private readonly joined: readonly RowFragment[];

  constructor(
    { terms, joins }: ResolvedOrder,
    private readonly dialect: Dialect,
  ) {
    this.terms = terms;
    this.isJoined = joins.length > 0;
    this.joined = joins.map((join, at) => orderJoinSql(join, joinAlias(at), dialect));
    this.values = valuesOf(this.joined);
    let key = '';
    for (const term of terms) key += `${termKey(term)},`;
    for (const join of this.joined) key += `${join.key},`;
    this.key = key;
  }

  joins(alias: string): string {
    return this.joined.map((join) => join.sql(alias)).join('');
  }

  order(alias: string): string {
    return this.by(this.terms.map((term) => termSql(term, alias, this.dialect)));
  }

  columns(alias: string): string {
    return this.terms
      .map((term, at) => `, ${readTermSql(term, alias, this.dialect)} ${orderName(at)}`)
      .join('');
  }

  orderOf(subselect: string): string {
    return this.by(this.columnsOf(subselect));
  }

  selectedFrom(subselect: string): string {
    return this.columnsOf(subselect)
      .map((column) => `, ${column}`)
      .join('');
  }

  private by(expressions: readonly string[]): string {
    return this.terms
      .map(({ descending, nullable }, at) =>
        this.dialect.ordered(expressions[at]!, descending, nullable),
      )
      .join(', ');
  }

  private columnsOf(subselect: string): readonly string[] {
    return this.terms.map((_term, at) => `${subselect}.${orderName(at)}`);
  }
}

/** Returns the value of a term, in the row `alias`. */
export function termSql({ column, path, of }: OrderTerm, alias: string, dialect: Dialect): string {
  const owner = of === 'row' ? alias : of === 'link' ? LINK : joinAlias(of);
  const expression = named(dialect, column, owner);
  return path.length > 0
    ? dialect.jsonValueSql(expression, path, column)
    : dialect.sortable(expression, column);
}

/** Returns everything that the SQL of a term depends on. */
function termKey({ column, path, of, descending, nullable }: OrderTerm): string {
  const name = path.length > 0 ? [column.name, ...path].join('>') : column.name;
  return `${of}.${name}${descending ? ' desc' : ''}${nullable ? ' null' : ''}`;
}

/** A value that is read must keep all its digits. */
function readTermSql(term: OrderTerm, alias: string, dialect: Dialect): string {
  const isBigint = term.column.type === 'bigint' && term.of === 'row';
  return isBigint ? dialect.read(term.column, alias) : termSql(term, alias, dialect);
}

/**
 * Joins the related row that an order uses. A related row that the user may not see has no value:
 * an order by it would reveal it.
 * @contract C5.9
 */
function orderJoinSql(
  { relation, scope }: OrderJoin,
  inner: string,
  dialect: Dialect,
): RowFragment {
  const { join, resource } = relation;
  const joined = joinSql(join, resource.table, dialect);
  const visible = conditionSql(scope, dialect);
  const visibleAs = (row: string, alias: string): JoinedTables => {
    const { from, on } = joined.sql(alias, row, 0);
    return { from, on: scope.kind === 'everything' ? on : `${on} and ${visible.sql(row)}` };
  };
  return {
    key: `${joined.key} ${visible.key}`,
    values: visible.values,
    sql(alias) {
      if (join.keyOn === 'related')
        return oneRelatedSql(resource, (row) => visibleAs(row, alias), inner, dialect);
      const { from, on } = visibleAs(inner, alias);
      return ` left join ${from} on ${on}`;
    },
  };
}

/**
 * Joins one of the related rows with the parent's key: the one that an include returns, with the
 * highest key. Without a unique index, a plain join could repeat the parent, and pages would lose
 * records.
 *
 * @contract C5.5
 */
function oneRelatedSql(
  { table, keyColumn }: CompiledResource,
  visibleAs: (row: string) => JoinedTables,
  inner: string,
  dialect: Dialect,
): string {
  const one = `${inner}x`;
  const { from, on } = visibleAs(one);
  const key = (owner: string) => named(dialect, keyColumn, owner);
  const order = dialect.ordered(dialect.sortable(key(one), keyColumn), true, false);
  const chosen = `select ${key(one)} from ${from} where ${on} order by ${order} limit 1`;
  return ` left join ${dialect.quote(table.name)} ${inner} on ${key(inner)} = (${chosen})`;
}

/**
 * Returns the name of a term among the columns of a row. A plain name could be that of a column.
 */
const orderName = (at: number): string => `o$${at}`;

const joinAlias = (at: number): string => `s${at}`;
