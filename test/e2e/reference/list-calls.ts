import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Schema,
} from '../../../src/addons/reference/openapi/document/open-api.js';
import { sampleOf } from '../../../src/addons/reference/openapi/payloads/sample.js';
import { DocumentReader } from '../../../src/tooling/client-generator/document-reader.js';

/** A call of a list with its relations, an order, and all of its filters. */
export interface ListCall {
  /** As generators write it: `usersPostsIndex`. */
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The key in the path; `null` for a path without one. */
  readonly key: string | null;
}

/**
 * Returns a call of every list of records in the document.
 *
 * @param keys resource -> the key of one of its records
 */
export const listCalls = (
  document: OpenApiDocument,
  keys: ReadonlyMap<string, string>,
): readonly ListCall[] =>
  Object.entries(document.paths).flatMap(([path, { get }]) => {
    const parameters = get ? new DocumentReader(document).parametersOf(get) : [];
    if (!get?.operationId.endsWith('.index') || !parameters.some(isFields)) return [];
    return [
      {
        id: camelCase(get.operationId),
        query: queryOf(document, parameters),
        key: path.includes('{id}') ? keys.get(resourceIn(get))! : null,
      },
    ];
  });

const isFields = ({ name }: ParameterObject): boolean => name.startsWith('fields[');
const resourceIn = ({ operationId }: OperationObject): string => operationId.split('.')[0]!;

function queryOf(
  document: OpenApiDocument,
  parameters: readonly ParameterObject[],
): ListCall['query'] {
  const parameterOf = (test: (parameter: ParameterObject) => boolean) => parameters.find(test);
  const fields = parameterOf(isFields)!;
  const resource = document['x-resources'].find(({ key }) => fields.name === `fields[${key}]`)!;
  const sort = parameterOf(({ name }) => name === 'sort')!;
  const declared = parameterOf(({ name }) => name === 'filters');
  const reader = new DocumentReader(document);
  const compared = parameters
    .filter(({ style }) => style === 'deepObject')
    .map(({ name, schema }) => [name, conditionOf(reader.resolve<Schema>(String(schema.$ref)))]);
  return {
    ...(parameterOf(({ name }) => name === 'include') && {
      include: resource.relations.map(({ key }) => key),
    }),
    [fields.name]: valuesOf(fields).slice(0, 2),
    sort: valuesOf(sort)
      .filter((step) => step.startsWith('-'))
      .slice(0, 2),
    perPage: 2,
    ...(declared && { filters: JSON.stringify([filterOf(declared)]) }),
    ...Object.fromEntries(compared),
  };
}

const valuesOf = ({ schema }: ParameterObject): readonly string[] =>
  (schema.items as Schema).enum as readonly string[];

/** A declared filter with a valid value. */
function filterOf({ schema }: ParameterObject): unknown {
  const { items } = schema.contentSchema as { readonly items: Schema };
  const { anyOf = [items] } = items as { readonly anyOf?: readonly Schema[] };
  return sampleOf(anyOf[0]!);
}

/** An operator that the field has, with a value of its type. */
function conditionOf({ properties }: Schema): object {
  const operators = properties as Readonly<Record<string, Schema>>;
  if (!('gt' in operators)) return { eq: 'true' };
  if ('like' in operators) return { like: 'a' };
  return [operators.gte!.type].flat().includes('number') ? { gte: 1 } : { gte: '2025-01-01' };
}

/** `action_logs.index` -> `actionLogsIndex` */
const camelCase = (id: string): string =>
  id.replace(/[._-](\w)/g, (_match, letter: string) => letter.toUpperCase());
