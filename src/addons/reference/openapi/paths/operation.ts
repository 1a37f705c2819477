import type { ErrorStatus } from '../../../../base/errors/index.js';
import { errorNames, responseRef } from '../document/components.js';
import { anyOfSchemas } from '../schemas/objects.js';
import { headerRefs } from '../schemas/headers.js';
import {
  JSON_TYPE,
  type MediaType,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type RequestBody,
  type Response,
  type Schema,
} from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';

/** The description of an operation. */
export interface OperationDraft {
  readonly id: string;
  readonly summary: string;
  /** What its summary does not say. */
  readonly description?: string;
  readonly tag: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly body?: RequestBody;
  /** Its successful responses by status. */
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** The statuses of its errors, besides those that the request causes by itself. */
  readonly refuses?: readonly ErrorStatus[];
  /** Whether it can be called without a token. @contract C2.1 */
  readonly isPublic?: boolean;
  /** Whether an application's own code may return any status. */
  readonly isOpen?: boolean;
}

export function operation(draft: OperationDraft): OperationObject {
  const {
    id,
    summary,
    description,
    tag,
    parameters = [],
    body,
    responses,
    refuses = [],
    isPublic,
    isOpen,
  } = draft;
  const errors = [...new Set(refuses)].sort();
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...responses, default: responseRef(isOpen ? errorNames.own : errorNames.any) },
    ...(errors.length > 0 && { 'x-errors': errors }),
    ...(isPublic && { security: [] }),
  };
}

export const jsonResponse = (description: string, schema: Schema, example?: unknown): Response => ({
  description,
  content: { [JSON_TYPE]: { schema, ...(example !== undefined && { example }) } },
});

/** Returns the responses with another body of the 200, beside its usual one if there is one. */
export function returningAlso(
  responses: OperationDraft['responses'],
  description: string,
  other: Schema,
): OperationDraft['responses'] {
  const { 200: usual } = responses;
  const content = usual && 'content' in usual ? usual.content?.[JSON_TYPE] : undefined;
  if (!content) return { ...responses, 200: jsonResponse(description, other) };
  const { anyOf = [content.schema] } = content.schema as { readonly anyOf?: readonly Schema[] };
  return {
    ...responses,
    200: {
      ...usual,
      content: { [JSON_TYPE]: { ...content, schema: anyOfSchemas([...anyOf, other]) } },
    } as Response,
  };
}

/**
 * Adds headers to the response of one record: its version, if the deployment serves versions.
 * @contract C13.1
 */
export function versioned(
  response: Response,
  { safeWrites }: Pick<ReferenceFacts, 'safeWrites'>,
  others: readonly string[] = [],
): Response {
  const names = [...(safeWrites.versions ? ['ETag'] : []), ...others];
  return names.length === 0 ? response : { ...response, headers: headerRefs(names) };
}

export const emptyResponse = (description: string): Response => ({ description });

export const jsonRequestBody = (
  schema: Schema,
  samples: Pick<MediaType, 'example' | 'examples'> = {},
  required = true,
): RequestBody => ({
  required,
  content: { [JSON_TYPE]: { schema, ...samples } },
});

/** Returns a path parameter. */
export const pathParameter = (
  name: string,
  description: string,
  schema: Schema,
): ParameterObject => ({
  name,
  in: 'path',
  description,
  required: true,
  schema,
});
