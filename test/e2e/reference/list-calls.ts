import type {
  OpenApiDocument,
  Operation,
  Parameter,
  Schema,
} from '../../../src/reference/open-api.js';
import { sampleOf } from '../../../src/reference/payloads/sample.js';

/** A call of a list with all its relations, and with all its filters. */
export interface ListCall {
  /** As generators write it: `usersPostsIndex`. */
  readonly id: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** Of the path. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * Returns a call of every list in the document.
 *
 * @param keys resource -> the key of one of its records
 */
export const listsOf = (
  document: OpenApiDocument,
  keys: ReadonlyMap<string, string>,
): readonly ListCall[] =>
  Object.entries(document.paths).flatMap(([path, { get }]) => {
    const include = get && findParameter(document, get, 'include');
    if (!get?.operationId.endsWith('.index') || !include) return [];
    return [
      {
        id: camelCase(get.operationId),
        path,
        query: queryOf(document, get),
        ...(path.includes('{id}') && { parameters: { id: keys.get(path.split('/')[2]!)! } }),
      },
    ];
  });

function queryOf(document: OpenApiDocument, operation: Operation): ListCall['query'] {
  const parameters = parametersOf(document, operation);
  const filters = parameters
    .filter(({ name, style }) => name.startsWith('filter[') && style === 'deepObject')
    .map(({ name, schema }) => [name, conditionOf(schema!)] as const);
  const key = parameters.find(({ name }) => name.startsWith('fields['))!.name.slice(7, -1);
  const { relations } = document['x-resources'].find((resource) => resource.key === key)!;
  const valuesOf = (name: string) => {
    const { items } = parameters.find((each) => each.name === name)!.schema!;
    return (items as Schema).enum as readonly string[];
  };
  const declared = parameters.find(({ name }) => name === 'filters');
  return {
    include: relations.map((relation) => relation.key),
    [`fields[${key}]`]: valuesOf(`fields[${key}]`).slice(0, 2),
    sort: valuesOf('sort')
      .filter((step) => step.startsWith('-'))
      .slice(0, 2),
    perPage: 2,
    ...(declared && { filters: JSON.stringify([filterOf(declared)]) }),
    ...Object.fromEntries(filters),
  };
}

/** A declared filter with a valid value. */
function filterOf({ schema }: Parameter): unknown {
  const { items } = schema!.contentSchema as Schema;
  const { anyOf } = items as { readonly anyOf?: readonly Schema[] };
  return sampleOf(anyOf?.[0] ?? (items as Schema));
}

/** An operator that the field has, with a value of its type. */
function conditionOf({ properties }: Schema): object {
  const operators = properties as Readonly<Record<string, Schema>>;
  if (!('gt' in operators)) return { eq: 'true' };
  if ('like' in operators) return { like: 'a' };
  return [operators.gte!.type].flat().includes('number') ? { gte: 1 } : { gte: '2025-01-01' };
}

const findParameter = (document: OpenApiDocument, operation: Operation, name: string) =>
  parametersOf(document, operation).find((parameter) => parameter.name === name);

const parametersOf = (
  { components }: OpenApiDocument,
  { parameters = [] }: Operation,
): readonly Parameter[] =>
  parameters.map((each) =>
    '$ref' in each ? components.parameters[each.$ref.split('/').at(-1)!]! : each,
  );

/** `action_logs.index` -> `actionLogsIndex` */
const camelCase = (id: string): string =>
  id.replace(/[._-](\w)/g, (_match, letter: string) => letter.toUpperCase());
