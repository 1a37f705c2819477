import { humanize } from '../registry/names.js';
import { responseRef } from './components.js';
import {
  ANY_TYPE,
  methods,
  type Method,
  type OpenApiDocument,
  type Operation,
  type PathItem,
  type Paths,
  type Schema,
} from './open-api.js';

/** An operation as a team's own controller is described; whatever is missing stays empty. */
export type FoundOperation = Partial<Operation>;

/** What was found in the controllers of a team. */
export interface FoundApi {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, FoundOperation>>>>>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The operations that anybody may call, by their `operationId`. */
  readonly publicOperations: ReadonlySet<string>;
}

/** What stands beside a team's operations where it says nothing of itself. */
const OWN_TAG = 'other';

/**
 * The document with what a team's own controllers answer. What the registry describes wins; what a
 * team left out is filled in: its words by the names in code, the refusals that every request can
 * meet, and who may call it.
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

function complete(operation: FoundOperation, { publicOperations }: FoundApi): Operation {
  const { operationId = '', summary, description, tags, responses = {}, security } = operation;
  const isPublic = publicOperations.has(operationId);
  const words = summary === undefined || summary === '' ? wordsOf(operationId) : summary;
  return {
    ...operation,
    operationId,
    summary: words,
    description: description ?? `${words}.`,
    tags: tags && tags.length > 0 ? tags : [OWN_TAG],
    responses: {
      ...described(responses, words),
      ...(isPublic ? {} : { 401: responseRef('Unauthorized') }),
      '4XX': responseRef('Refusal'),
      '5XX': responseRef('Refusal'),
    },
    ...(isPublic ? { security: [] } : security && { security }),
  };
}

/** `ReportsController.findLatest` -> `Find Latest` */
const wordsOf = (operationId: string): string => {
  const words = humanize(operationId.split('.').at(-1)!).toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A response has to be described; a success of which no body is told may have any. */
const described = (responses: Operation['responses'], words: string): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      '$ref' in response
        ? response
        : {
            ...(mayHaveBody(status) && anyBody),
            ...response,
            description: response.description || words,
          },
    ]),
  );

const anyBody = { content: { [ANY_TYPE]: { schema: {} } } };
const mayHaveBody = (status: string): boolean =>
  status.startsWith('2') && status !== '204' && status !== '205';

function newTags(paths: Paths, { tags }: OpenApiDocument): OpenApiDocument['tags'] {
  const known = new Set(tags.map(({ name }) => name));
  const named = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation.tags),
  );
  return [...new Set(named)]
    .filter((name) => !known.has(name))
    .map((name) => ({ name, description: `${name}.` }));
}
