import type { RelationPlan } from '../../../pipeline/planning/query-plan.js';
import type {
  IncludeNode,
  ResourceQuery,
  WrittenMatch,
} from '../../../pipeline/request/resource-query.js';
import { encode } from '../../../serialization/envelopes.js';
import type { MoreLink } from '../../../serialization/record-meta.js';

type Parameter = readonly [name: string, value: string];

/**
 * Returns links to the pages of related records that continue where a response was cut: the same
 * records in the same order, with the same columns and relations.
 *
 * @param collection the path of the main records' collection
 * @contract C3.3
 */
export function moreLinks(
  collection: string,
  { include, relatablePerPage }: ResourceQuery,
): MoreLink {
  const nodes = new Map(include.map((node) => [node.name, node]));
  return (plan, key) => {
    const parameters = [
      ...nodeParameters(nodes.get(plan.relation.key)!, plan, relatablePerPage),
      ...placeOf(plan),
    ];
    const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
    return `${collection}/${encodeURIComponent(key)}/${plan.relation.key}?${query}`;
  };
}

/** The response contains the first page. */
const placeOf = ({ limit }: RelationPlan): readonly Parameter[] => [
  ['perPage', String(limit)],
  ['page', '2'],
];

/** Rewrites the query's parameters for a relation as the query of the relation's own pages. */
function nodeParameters(
  { columns, children, sort, matches }: IncludeNode,
  { resource }: RelationPlan,
  relatablePerPage: number | null,
): readonly Parameter[] {
  const paths = children.flatMap(pathsOf);
  return [
    ...(columns
      ? [[`fields[${resource.key}]`, columns.map(({ name }) => name).join()] as const]
      : []),
    ...(paths.length > 0 ? [['include', paths.join()] as const] : []),
    ...(paths.length > 0 && relatablePerPage !== null
      ? [['relatablePerPage', String(relatablePerPage)] as const]
      : []),
    ...(sort ? [['sort', stepsOf(sort)] as const] : []),
    ...matches.map((match) => matchParameter('', match)),
    ...children.flatMap((child) => inner(child, child.name)),
  ];
}

/** Returns one path per leaf, such as `posts[title].comments`. */
function pathsOf({ name, columns, children }: IncludeNode): readonly string[] {
  const own = columns ? `${name}[${columns.map((column) => column.name).join('|')}]` : name;
  return children.length === 0 ? [own] : children.flatMap(pathsOf).map((path) => `${own}.${path}`);
}

/** Returns the sorts and matches of a nested node, under its path. */
function inner({ sort, matches, children }: IncludeNode, path: string): readonly Parameter[] {
  return [
    ...(sort ? [[`sort[${path}]`, stepsOf(sort)] as const] : []),
    ...matches.map((match) => matchParameter(`[${path}]`, match)),
    ...children.flatMap((child) => inner(child, `${path}.${child.name}`)),
  ];
}

const matchParameter = (
  path: string,
  { field, negated, operator, value }: WrittenMatch,
): Parameter => [
  `filter${path}[${negated ? '-' : ''}${field}]${operator === null ? '' : `[${operator}]`}`,
  value,
];

const stepsOf = ({ steps }: NonNullable<IncludeNode['sort']>): string =>
  steps.map(({ name, descending }) => (descending ? `-${name}` : name)).join();
