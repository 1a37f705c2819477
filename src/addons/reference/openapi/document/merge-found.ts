import { humanize } from '../../../../registry/resources/names.js';
import { errorNames, responseRef } from './components.js';
import {
  ANY_TYPE,
  methods,
  type Method,
  type OpenApiDocument,
  type OperationObject,
  type PathItem,
  type PathsObject,
  type Schema,
} from './open-api.js';

/** An operation of an application's own controller, as far as it is described. */
export type FoundOperation = Partial<OperationObject>;

/** The API of an application's own controllers. */
export interface FoundApi {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, FoundOperation>>>>>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The public operations, by `operationId`. */
  readonly publicOperations: ReadonlySet<string>;
}

/** The tag of operations without a tag. */
const OWN_TAG = 'other';

/**
 * Adds an application's own controllers to the document. The registry takes precedence. Missing
 * parts are added: descriptions from the names in the code, the errors that every request can have,
 * and the security.
 */
export function mergeFound(document: OpenApiDocument, found: FoundApi): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(found.paths)
      .filter(([path]) => !(path in document.paths))
      .map(([path, item]) => [path, completeItem(item, found)] as const),
  );
  return {
    ...document,
    tags: [...document.tags, ...newTags(paths, document)],
    paths: { ...document.paths, ...paths },
    components: {
      ...document.components,
      schemas: { ...found.schemas, ...document.components.schemas },
    },
  };
}

const completeItem = (item: FoundApi['paths'][string], found: FoundApi): PathItem =>
  Object.fromEntries(
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [[method, complete(operation, found)] as const] : [];
    }),
  );

function complete(operation: FoundOperation, { publicOperations }: FoundApi): OperationObject {
  const { operationId = '', summary, description, tags, responses = {}, security } = operation;
  const isPublic = publicOperations.has(operationId);
  const title = summary === undefined || summary === '' ? titleOf(operationId) : summary;
  return {
    ...operation,
    operationId,
    summary: title,
    ...(description !== undefined && { description }),
    tags: tags && tags.length > 0 ? tags : [OWN_TAG],
    responses: {
      ...described(responses, title),
      ...(isPublic ? {} : { 401: responseRef(errorNames.unauthorized) }),
      '4XX': responseRef(errorNames.own),
      '5XX': responseRef(errorNames.own),
    },
    ...(isPublic ? { security: [] } : security && { security }),
  };
}

/** `ReportsController.findLatest` -> `Find Latest` */
const titleOf = (operationId: string): string => {
  const title = humanize(operationId.split('.').at(-1)!).toLowerCase();
  return title.charAt(0).toUpperCase() + title.slice(1);
};

/** Responses must have a description. A success without a described body may have any body. */
const described = (
  responses: OperationObject['responses'],
  title: string,
): OperationObject['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      '$ref' in response
        ? response
        : {
            ...(mayHaveBody(status) && anyBody),
            ...response,
            description: response.description || title,
          },
    ]),
  );

const anyBody = { content: { [ANY_TYPE]: { schema: {} } } };
const mayHaveBody = (status: string): boolean =>
  status.startsWith('2') && status !== '204' && status !== '205';

function newTags(paths: PathsObject, { tags }: OpenApiDocument): OpenApiDocument['tags'] {
  const known = new Set(tags.map(({ name }) => name));
  const named = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation.tags),
  );
  return [...new Set(named)]
    .filter((name) => !known.has(name))
    .map((name) => ({ name, description: `${name}.` }));
}
