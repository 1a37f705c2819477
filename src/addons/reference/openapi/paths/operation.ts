import type { ErrorStatus } from '../../../../base/errors/index.js';
import { anyOfSchemas } from '../schemas/objects.js';
import { otherRefusal, refusals, statusesOf } from '../schemas/errors.js';
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
  /** Default: the summary. */
  readonly description?: string;
  readonly tag: string;
  readonly parameters?: readonly (ParameterObject | Reference)[];
  readonly body?: RequestBody;
  /** Its successful responses by status. */
  readonly responses: Readonly<Record<string, Response>>;
  /** Its error statuses, except those of all operations. */
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
    description = `${summary}.`,
    tag,
    parameters = [],
    body,
    responses,
    isPublic,
    isOpen,
  } = draft;
  const statuses = [
    ...statusesOf('all'),
    ...(isPublic ? [] : statusesOf('signed in')),
    ...(body ? statusesOf('with body') : []),
    ...(draft.refuses ?? []),
  ];
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...responses, ...refusals(statuses), ...(isOpen && otherRefusal) },
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
  const content = usual?.content?.[JSON_TYPE];
  if (!content) return { ...responses, 200: jsonResponse(description, other) };
  const { schema } = content;
  const either = anyOfSchemas([
    ...((schema.anyOf as readonly Schema[] | undefined) ?? [schema]),
    other,
  ]);
  return {
    ...responses,
    200: {
      ...usual,
      content: { ...usual.content, [JSON_TYPE]: { ...content, schema: either } },
    },
  };
}

/**
 * Adds headers to the response of one record: its version, if the deployment serves versions.
 * @contract C13.1
 */
export function versioned(
  response: Response,
  { safeWrites }: Pick<ReferenceFacts, 'safeWrites'>,
  others: Response['headers'] = {},
): Response {
  const headers = { ...(safeWrites.versions && { ETag: version }), ...others };
  return Object.keys(headers).length === 0 ? response : { ...response, headers };
}

const version = {
  description: 'The version of the record, which changes whenever the record changes.',
  schema: { type: 'string', pattern: '^W/"[\\w-]+"$' },
} as const;

/** Returns a page, whose links are also in a header. @contract C17.4 */
export const pageResponse = (schema: Schema, example?: unknown): Response => ({
  ...jsonResponse('The page.', schema, example),
  headers: {
    Link: {
      description: 'The links of the body (RFC 8288); omitted if they are too long for a header.',
      schema: { type: 'string' },
    },
  },
});

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
