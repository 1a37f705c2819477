import type { OrderJoin, OrderTerm, ResolvedOrder } from '../../authorization/resolved-order.js';
import { named, type Dialect, type SortedParts } from '../dialects/dialect.js';
import { conditionShape, conditionText, conditionValues, joinShape } from './condition-text.js';
import { joinedFrom } from './join-text.js';

/** The alias of the link's table, where rows come through one. */
export const LINK = 'm';

/** What a term looks at, in a row under `alias`. */
export function termText({ column, path, of }: OrderTerm, alias: string, dialect: Dialect): string {
  const owner = of === 'row' ? alias : of === 'link' ? LINK : joinAlias(of);
  const expression = named(dialect, column, owner);
  return path.length > 0
    ? dialect.jsonText(expression, path, column)
    : dialect.sortable(expression, column);
}

/** The pieces of an order that statements are put together from. */
export function sortedParts({ terms, joins }: ResolvedOrder, dialect: Dialect): SortedParts {
  const by = (expressions: readonly string[]) =>
    terms
      .map((term, at) => dialect.ordered(expressions[at]!, term.descending, term.nullable))
      .join(', ');
  const columnsOf = (subselect: string) =>
    terms.map((_term, at) => `${subselect}.${orderName(at)}`);
  return {
    isJoined: joins.length > 0,
    joins: (alias) =>
      joins.map((join, at) => joinText(join, alias, joinAlias(at), dialect)).join(''),
    order: (alias) => by(terms.map((term) => termText(term, alias, dialect))),
    columns: (alias) =>
      terms.map((term, at) => `, ${readText(term, alias, dialect)} ${orderName(at)}`).join(''),
    orderOf: (subselect) => by(columnsOf(subselect)),
    told: (subselect) =>
      columnsOf(subselect)
        .map((column) => `, ${column}`)
        .join(''),
  };
}

/** A value that is read has to keep all its digits. */
function readText(term: OrderTerm, alias: string, dialect: Dialect): string {
  const isBigint = term.column.type === 'bigint' && term.of === 'row';
  return isBigint ? dialect.read(term.column, alias) : termText(term, alias, dialect);
}

/**
 * A related row that the user may not see gives no value: an order by it would reveal it.
 * @contract C5.9
 */
function joinText(join: OrderJoin, alias: string, inner: string, dialect: Dialect): string {
  const { relation } = join;
  if (relation.join.lies === 'there') return joinOneText(join, alias, inner, dialect);
  const { from, on } = joinedFrom(relation.join, relation.resource.table, alias, inner, 0, dialect);
  return ` left join ${from} on ${on}${visibleText(join, inner, dialect)}`;
}

/**
 * Joins one related row of those that hold the parent's key: the one that an include shows, with
 * the highest key. Where no unique index keeps others away, a plain join would repeat the parent,
 * and pages would lose records.
 *
 * @contract C5.5
 */
function joinOneText(join: OrderJoin, alias: string, inner: string, dialect: Dialect): string {
  const { join: tie, resource } = join.relation;
  const one = `${inner}x`;
  const { from, on } = joinedFrom(tie, resource.table, alias, one, 0, dialect);
  const key = (owner: string) => named(dialect, resource.keyColumn, owner);
  const order = dialect.ordered(dialect.sortable(key(one), resource.keyColumn), true, false);
  const chosen = `select ${key(one)} from ${from} where ${on}${visibleText(join, one, dialect)} order by ${order} limit 1`;
  return ` left join ${dialect.quote(resource.table.name)} ${inner} on ${key(inner)} = (${chosen})`;
}

const visibleText = ({ scope }: OrderJoin, alias: string, dialect: Dialect): string =>
  scope.kind === 'everything' ? '' : ` and ${conditionText(scope, alias, dialect)}`;

/** The values of what an order joins, in the order of its text. */
export const joinValues = ({ joins }: ResolvedOrder, dialect: Dialect): unknown[] =>
  joins.flatMap(({ scope }) => conditionValues(scope, dialect));

/** What two orders have in common when their texts are the same. */
export function orderShape({ terms, joins }: ResolvedOrder): string {
  const joined = joins.map(
    ({ relation, scope }) => `${joinShape(relation.join)} ${conditionShape(scope)}`,
  );
  return [...terms.map(termShape), ...joined].join();
}

const termShape = ({ column, path, of, descending, nullable }: OrderTerm): string =>
  `${of}.${[column.name, ...path].join('>')}${descending ? ' desc' : ''}${nullable ? ' null' : ''}`;

/** The name of a term among the columns of a row, where a plain one could be that of a column. */
const orderName = (at: number): string => `o$${at}`;

const joinAlias = (at: number): string => `s${at}`;
