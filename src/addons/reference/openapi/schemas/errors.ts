import { errorEntries, type ErrorStatus } from '../../../../base/errors/index.js';
import { errorNames, responseRef, schemaNames, schemaRef, shared } from '../document/components.js';
import {
  JSON_TYPE,
  type OperationObject,
  type Response,
  type Schema,
} from '../document/open-api.js';
import { errorHeaderNames, headerRefs } from './headers.js';
import { anyOfSchemas, closed, described } from './objects.js';

type Entry = (typeof errorEntries)[number];

/** Those that operations can have: 405 is the status of a method without one. */
const statuses = [...new Set(errorEntries.map(([, { status }]) => status))]
  .filter((status) => status !== 405)
  .sort();

const string: Schema = { type: 'string' };
const errors = schemaRef(shared.errors);

/** Headers whose values depend on the request, so that the catalogue does not contain them. */
const furtherHeaders: Partial<Record<ErrorStatus, readonly string[]>> = {
  415: ['Accept'],
  429: ['RateLimit-Policy', 'RateLimit'],
};

/** Statuses whose errors always name the field or parameter. @contract C9 */
const naming: ReadonlySet<ErrorStatus> = new Set([400, 422]);

/**
 * The errors of the catalogue, by status and together, and an error of any code, which only an
 * application's own code returns.
 */
export const errorSchemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    statuses.map((status) => [schemaNames.error(status), schemaOf(status)] as const),
  ),
  [shared.error]: anyOfSchemas(statuses.map((status) => schemaRef(schemaNames.error(status)))),
  [shared.anyError]: closed(
    {
      message: string,
      code: string,
      errors,
      meta: schemaRef(shared.progress),
      request_id: described(string, 'Finds the error in the log of the service.'),
    },
    ['errors', 'meta', 'request_id'],
  ),
};

/** An error of each status by the name of its schema. The document does without them. */
export const errorExamples: Readonly<Record<string, unknown>> = Object.fromEntries(
  statuses.map((status) => [schemaNames.error(status), exampleOf(status)] as const),
);

/** The responses for errors, as components. */
export const errorResponses: Readonly<Record<string, Response>> = {
  [errorNames.any]: {
    description: 'An error, which `code` identifies.',
    headers: headerRefs(errorHeaderNames),
    content: { [JSON_TYPE]: { schema: schemaRef(shared.error) } },
  },
  [errorNames.own]: {
    description: "An error, or an error of the deployment's own code.",
    content: {
      [JSON_TYPE]: { schema: anyOfSchemas([shared.error, shared.anyError].map(schemaRef)) },
    },
  },
  [errorNames.unauthorized]: errorResponseOf(401),
};

/** Returns the error statuses of these operations. @contract C9 */
const statusesOf = (operations: Entry[1]['operations']): readonly ErrorStatus[] =>
  errorEntries
    .filter(([, entry]) => entry.operations === operations)
    .map(([, { status }]) => status);

/**
 * Returns an operation with a response for each error status instead of one for all of them. An
 * operation of an application's own controller is returned as it is.
 */
export function withEachError(operation: OperationObject): OperationObject {
  const { default: all, ...responses } = operation.responses;
  const pointer = all && '$ref' in all ? all.$ref : undefined;
  const own = responseRef(errorNames.own);
  if (pointer !== own.$ref && pointer !== responseRef(errorNames.any).$ref) return operation;
  const each = errorStatuses(operation).map((status) => [status, errorResponseOf(status)] as const);
  return {
    ...operation,
    responses: {
      ...responses,
      ...Object.fromEntries(each),
      ...(pointer === own.$ref && { default: own }),
    },
  };
}

/**
 * Returns every status of the catalogue that an operation can have: those of all operations, of
 * those with a body, of those that need a token, and its own in `x-errors`.
 *
 * @contract C9
 */
function errorStatuses(operation: OperationObject): readonly ErrorStatus[] {
  const { security, requestBody, 'x-errors': own = [] } = operation;
  const found = [
    ...statusesOf('all'),
    ...(security?.length === 0 ? [] : statusesOf('signed in')),
    ...(requestBody ? statusesOf('with body') : []),
    ...own,
  ];
  return [...new Set(found)].sort();
}

/** Returns the response of an error status by itself. */
function errorResponseOf(status: ErrorStatus): Response {
  const entries = entriesOf(status);
  const names = [
    ...entries.flatMap(([, { headers = {} }]) => Object.keys(headers)),
    ...(furtherHeaders[status] ?? []),
  ];
  return {
    description: whenOf(entries),
    ...(names.length > 0 && { headers: headerRefs(names) }),
    content: { [JSON_TYPE]: { schema: schemaRef(schemaNames.error(status)) } },
  };
}

function entriesOf(status: ErrorStatus): readonly Entry[] {
  return errorEntries.filter(([, entry]) => entry.status === status);
}

function whenOf(entries: readonly Entry[]): string {
  return entries.map(([, { when }]) => when).join(' ');
}

/** Returns an error with the codes of a status, and with the members that it always has. */
function schemaOf(status: ErrorStatus): Schema {
  const entries = entriesOf(status);
  const properties = {
    code: { type: 'string', enum: entries.map(([code]) => code) },
    ...(naming.has(status) && { errors }),
    ...(status === 500 && { request_id: string }),
  };
  return {
    description: whenOf(entries),
    allOf: [schemaRef(shared.anyError)],
    required: Object.keys(properties),
    properties,
  };
}

function exampleOf(status: ErrorStatus): unknown {
  const [code, { message }] = entriesOf(status)[0]!;
  return {
    message,
    code,
    ...(naming.has(status) && { errors: { name: ['What is wrong with it.'] } }),
    ...(status === 500 && { request_id: '00000000-0000-4000-8000-000000000000' }),
  };
}
