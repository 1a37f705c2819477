import type { ErrorStatus } from '../../errors/index.js';
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

/** What one operation is described by. */
export interface OperationDraft {
  readonly id: string;
  readonly summary: string;
  /** Left out: the summary says it all. */
  readonly description?: string;
  readonly tag: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly body?: RequestBody;
  /** Its successes by status. */
  readonly responses: Readonly<Record<string, Response>>;
  /** Its refusals, those that every operation has aside. */
  readonly refuses?: readonly ErrorStatus[];
  /** May anybody call it, without a token? @contract C2.1 */
  readonly isPublic?: boolean;
  /** Does code of the team's own decide on the status? */
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

export const nothing = (description: string): Response => ({ description });

export const jsonBody = (
  schema: Schema,
  required = true,
  examples?: MediaType['examples'],
): RequestBody => ({
  required,
  content: { [JSON_TYPE]: { schema, ...(examples && { examples }) } },
});

/** A body that is JSON or a form, as far as each is described. */
export function eitherBody(json: Schema | null, form: MediaType | null): RequestBody {
  return {
    required: true,
    content: { ...(json && { [JSON_TYPE]: { schema: json } }), ...(form && { [FORM_TYPE]: form }) },
  };
}

/** A name in the path. */
export const pathParameter = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'path',
  description,
  required: true,
  schema,
});
