import { fillableForm } from './fillable-form.js';
import { groupParameters } from './parameter-groups.js';
import {
  FORM_TYPE,
  methods,
  type Components,
  type Method,
  type OpenApiDocument,
  type OperationObject,
  type Reference,
  type Schema,
} from '../openapi/document/open-api.js';
import type { Examples } from '../openapi/payloads/response-examples.js';
import { errorExamples, withEachError } from '../openapi/schemas/errors.js';
import { withoutUnused } from '../openapi/document/without-unused.js';

/** An operation in a list. */
export interface OutlinedOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
}

/** The operations of a tag, in the order of the document. */
export interface OutlinedTag {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OutlinedOperation[];
}

/** Returns the operations of a document by their first tags. */
export function outlineOf({ tags, paths }: OpenApiDocument): readonly OutlinedTag[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const found = item[method];
      return found ? [{ tag: found.tags[0], ...outlined(found, method, path) }] : [];
    }),
  );
  return tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: all.filter(({ tag }) => tag === name),
    }))
    .filter(({ operations }) => operations.length > 0);
}

const outlined = (
  { operationId: id, summary }: OperationObject,
  method: Method,
  path: string,
): OutlinedOperation => ({ id, method, path, summary });

/**
 * Returns the document of one operation, with only the components that it needs, its parameters in
 * groups, its errors one by one, its form as a page fills it in, and examples of its responses;
 * `undefined` if there is no such operation. The page shows it much faster than the whole document.
 */
export function operationDocument(
  document: OpenApiDocument,
  id: string,
  examples: Examples,
): OpenApiDocument | undefined {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method];
      if (operation?.operationId === id)
        return withExamples(
          withoutUnused({
            ...document,
            info: { ...document.info, description: '' },
            paths: { [path]: { [method]: forPage(operation, document) } },
          }),
          { ...errorExamples, ...examples },
        );
    }
  return undefined;
}

/** Without them, Swagger UI would show samples of its own, such as "string". */
function withExamples({ components, ...document }: OpenApiDocument, examples: Examples) {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    examples[name] === undefined ? schema : { ...schema, examples: [examples[name]] },
  ]);
  return {
    ...document,
    components: { ...components, schemas: Object.fromEntries(schemas) as Components['schemas'] },
  };
}

/** Swagger UI would show an operation once for each of its tags. */
const forPage = (operation: OperationObject, document: OpenApiDocument): OperationObject =>
  withForm(
    withGroups(withEachError({ ...operation, tags: operation.tags.slice(0, 1) }), document),
    document,
  );

function withGroups(operation: OperationObject, { components }: OpenApiDocument): OperationObject {
  const { parameters } = operation;
  if (!parameters) return operation;
  const resolved = parameters.map((parameter) => resolve(parameter, components.parameters));
  return { ...operation, parameters: groupParameters(resolved) };
}

function withForm(operation: OperationObject, { components }: OpenApiDocument): OperationObject {
  const { requestBody } = operation;
  const form = requestBody?.content[FORM_TYPE];
  if (!form) return operation;
  const schema = resolve<Schema>(form.schema, components.schemas);
  const content = { ...requestBody.content, [FORM_TYPE]: fillableForm(form, schema) };
  return { ...operation, requestBody: { ...requestBody, content } };
}

const resolve = <Component extends object>(
  given: Component | Reference,
  components: Readonly<Record<string, Component>>,
): Component =>
  isReference(given) ? components[given.$ref.slice(given.$ref.lastIndexOf('/') + 1)]! : given;

const isReference = (given: object): given is Reference => '$ref' in given;
