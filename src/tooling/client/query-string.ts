type Scalar = string | number | boolean | Date | null;
type Operators = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** What a request reads of a relation. */
interface WrittenRelation {
  readonly fields?: readonly string[] | undefined;
  readonly include?: WrittenInclude | undefined;
  readonly sort?: string | readonly string[] | undefined;
  readonly filter?: WrittenFilter | undefined;
}
type WrittenInclude =
  readonly string[] | Readonly<Record<string, true | WrittenRelation | undefined>>;
type WrittenFilter = Readonly<Record<string, Scalar | readonly Scalar[] | Operators | undefined>>;

/** A query in any operation, without its types. */
export interface WrittenQuery extends WrittenRelation {
  readonly search?: string | undefined;
  readonly filters?: object | undefined;
  readonly page?: number | undefined;
  readonly perPage?: number | 'all' | undefined;
  readonly cursor?: string | undefined;
  readonly count?: string | undefined;
  readonly relatablePerPage?: number | undefined;
  readonly more?: boolean | undefined;
}

const plain = ['search', 'page', 'perPage', 'cursor', 'count', 'relatablePerPage', 'more'] as const;

/**
 * Returns the query parameters of a request.
 *
 * @param resource the resource of the main records, whose columns `fields` selects
 * @throws TypeError for a value that a query string cannot express
 * @contract C5
 */
export function writeQuery(resource: string, query: WrittenQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  const { fields, include, sort, filter, filters } = query;
  const included: string[] = [];
  if (fields) parameters.set(`fields[${resource}]`, columns(fields));
  writeIncludes(parameters, included, '', include);
  if (included.length > 0) parameters.set('include', included.join(','));
  if (sort !== undefined) parameters.set('sort', String(sort));
  writeFilter(parameters, 'filter', filter);
  if (filters) parameters.set('filters', JSON.stringify(declaredFilters(filters)));
  for (const name of plain)
    if (query[name] !== undefined) parameters.set(name, String(query[name]));
  return parameters;
}

/** An empty list is not allowed; `id` adds no attribute. */
const columns = (fields: readonly string[]): string => fields.join(',') || 'id';

const declaredFilters = (filters: object) =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]: [string, unknown]) => ({ key, value }));

/** Lists each relation by its whole path, so that branches need no parentheses. */
function writeIncludes(
  parameters: URLSearchParams,
  included: string[],
  parent: string,
  include: WrittenInclude = [],
): void {
  for (const [name, read] of branchesOf(include)) {
    const path = `${parent}${name}`;
    included.push(read.fields ? `${path}[${columns(read.fields).replaceAll(',', '|')}]` : path);
    if (read.sort !== undefined) parameters.set(`sort[${path}]`, String(read.sort));
    writeFilter(parameters, `filter[${path}]`, read.filter);
    writeIncludes(parameters, included, `${path}.`, read.include);
  }
}

const branchesOf = (include: WrittenInclude): readonly (readonly [string, WrittenRelation])[] =>
  isNames(include)
    ? include.map((name) => [name, {}])
    : Object.entries(include).flatMap(([name, read]) =>
        read === undefined ? [] : [[name, read === true ? {} : read]],
      );

const isNames = (include: WrittenInclude): include is readonly string[] => Array.isArray(include);

function writeFilter(
  parameters: URLSearchParams,
  parent: string,
  filter: WrittenFilter = {},
): void {
  for (const [field, condition] of Object.entries(filter))
    for (const [operator, value] of Object.entries(operatorsOf(condition)))
      if (value !== undefined)
        parameters.set(`${parent}[${field}][${operator}]`, written(field, value));
}

/** `18` is `{ eq: 18 }`, and a list is `in`. */
function operatorsOf(condition: Scalar | readonly Scalar[] | Operators | undefined): Operators {
  if (isScalar(condition)) return { eq: condition };
  return isScalars(condition) ? { in: condition } : condition;
}

const isScalar = (value: unknown): value is Scalar | undefined =>
  typeof value !== 'object' || value === null || value instanceof Date;
const isScalars = (value: readonly Scalar[] | Operators): value is readonly Scalar[] =>
  Array.isArray(value);

/** In a list, the comma separates values, and blanks around it do not count. */
const notInList = /^$|^\s|,|\s$/;

function written(field: string, value: Scalar | readonly Scalar[]): string {
  if (isScalar(value)) return one(field, value);
  const items = value.map((each) => one(field, each));
  const unlisted = items.find((item) => notInList.test(item));
  if (unlisted === undefined) return items.join(',');
  throw new TypeError(
    `A list of values of "${field}" cannot contain ${JSON.stringify(unlisted)}: use "eq" ` +
      'for values that are empty, contain a comma, or begin or end with a blank.',
  );
}

function one(field: string, value: Scalar): string {
  if (value === 'null')
    throw new TypeError(
      `"${field}" cannot be compared with the string "null", which means "no value" in a query string.`,
    );
  return value instanceof Date ? value.toISOString() : String(value);
}
