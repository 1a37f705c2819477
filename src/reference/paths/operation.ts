import type { ErrorStatus } from '../../errors/index.js';
import { exportFormats } from '../../request/export-format.js';
import { otherRefusal, refusals, statusesOf } from '../errors.js';
import {
  FORM_TYPE,
  JSON_TYPE,
  type MediaType,
  type Operation,
  type Parameter,
  type Reference,
  type RequestBody,
  type Response,
  type Schema,
} from '../open-api.js';
import type { ReferenceFacts } from '../reference-facts.js';

/** The description of an operation. */
export interface OperationDraft {
  readonly id: string;
  readonly summary: string;
  /** Default: the summary. */
  readonly description?: string;
  readonly tag: string;
  readonly parameters?: readonly (Parameter | Reference)[];
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

export function operation(draft: OperationDraft): Operation {
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

/** Returns a page, whose links are also in a header, in every format. @contract C17.3, C17.4 */
export const pageResponse = (schema: Schema, example?: unknown): Response => ({
  description: 'The page.',
  content: { ...jsonResponse('', schema, example).content, ...exported },
  headers: {
    'Content-Disposition': {
      description: 'The name of the file, for CSV and NDJSON.',
      schema: { type: 'string' },
    },
    Link: {
      description: 'The links of the body (RFC 8288); omitted if they are too long for a header.',
      schema: { type: 'string' },
    },
  },
});

const exported: NonNullable<Response['content']> = {
  [exportFormats.csv.mediaType]: {
    schema: { type: 'string', description: 'One line per record, after a line with the names.' },
  },
  [exportFormats.ndjson.mediaType]: {
    schema: { type: 'string', description: 'One resource object per line.' },
  },
};

export const nothing = (description: string): Response => ({ description });

export const jsonBody = (
  schema: Schema,
  samples: Pick<MediaType, 'example' | 'examples'> = {},
  required = true,
): RequestBody => ({
  required,
  content: { [JSON_TYPE]: { schema, ...samples } },
});

/** Returns a body that is JSON or a form. */
export const eitherBody = (json: MediaType, form: MediaType): RequestBody => ({
  required: true,
  content: { [JSON_TYPE]: json, [FORM_TYPE]: form },
});

/** Returns a body that is a form. */
export const formBody = (form: MediaType): RequestBody => ({
  required: true,
  content: { [FORM_TYPE]: form },
});

/** Returns a path parameter. */
export const pathParameter = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema,
});
