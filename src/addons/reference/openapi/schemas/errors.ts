import { STATUS_CODES } from 'node:http';
import { errorEntries, type ErrorStatus } from '../../../../base/errors/index.js';
import { responseRef, schemaRef, shared } from '../document/components.js';
import { JSON_TYPE, type Reference, type Response, type Schema } from '../document/open-api.js';
import { closed, described } from './objects.js';

const statuses = [...new Set(errorEntries.map(([, { status }]) => status))];

/** Returns the error statuses of these operations. @contract C9 */
export const statusesOf = (operations: Operations): readonly ErrorStatus[] =>
  errorEntries
    .filter(([, entry]) => entry.operations === operations)
    .map(([, { status }]) => status);

type Operations = (typeof errorEntries)[number][1]['operations'];

const string: Schema = { type: 'string' };
const seconds: Schema = { type: 'integer', minimum: 0 };

/** The headers of errors in the catalogue. */
const describedHeaders: NonNullable<Response['headers']> = {
  'WWW-Authenticate': {
    description:
      'How to authenticate, such as `Bearer`, with `error="invalid_token"` if a token was sent.',
    schema: string,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: seconds },
  'RateLimit-Policy': {
    description: 'The limits that count the request, such as `"user";q=100;w=60`.',
    schema: string,
  },
  Accept: { description: 'The media types that the body may have.', schema: string },
  RateLimit: { description: 'What is left of them, such as `"user";r=0;t=41`.', schema: string },
};

/** Headers whose values depend on the request, so that the catalogue does not contain them. */
const furtherHeaders: Partial<Record<ErrorStatus, readonly string[]>> = {
  415: ['Accept'],
  429: ['RateLimit-Policy', 'RateLimit'],
};

/** Statuses whose errors always name the field or parameter. @contract C9 */
const naming: ReadonlySet<ErrorStatus> = new Set([400, 422]);

/**
 * The errors of the catalogue by status, and the error of any other status, which only an
 * application's own code returns.
 */
export const errorResponses: Readonly<Record<string, Response>> = {
  ...Object.fromEntries(statuses.map((status) => [responseName(status), responseOf(status)])),
  Refusal: {
    description: "An error of the deployment's own code.",
    content: { [JSON_TYPE]: { schema: errorSchema(string, ['errors', 'meta', 'request_id']) } },
  },
};

/** Returns `'404': {$ref}` for each of these statuses. @contract C9 */
export const refusals = (errors: readonly ErrorStatus[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(
    [...new Set(errors)]
      .sort()
      .map((status) => [String(status), responseRef(responseName(status))]),
  );

/** The response for errors of an application's own code. */
export const otherRefusal: Readonly<Record<string, Reference>> = {
  default: responseRef('Refusal'),
};

/** Returns `NotFound` for 404. */
function responseName(status: ErrorStatus): string {
  return STATUS_CODES[status]!.replace(/\W/g, '');
}

function responseOf(status: ErrorStatus): Response {
  const codes = errorEntries.filter(([, entry]) => entry.status === status);
  const schema = errorSchema(
    { type: 'string', enum: codes.map(([code]) => code) },
    optionalOf(status),
  );
  const names = [
    ...codes.flatMap(([, { headers = {} }]) => Object.keys(headers)),
    ...(furtherHeaders[status] ?? []),
  ];
  const headers = Object.fromEntries(
    names.map((name) => [
      name,
      describedHeaders[name] ?? { description: `${name}.`, schema: string },
    ]),
  );
  return {
    description: codes.map(([, { when }]) => when).join(' '),
    ...(names.length > 0 && { headers }),
    content: { [JSON_TYPE]: { schema, example: exampleOf(status, codes[0]!) } },
  };
}

function optionalOf(status: ErrorStatus): readonly string[] {
  const required = new Set([
    ...(naming.has(status) ? ['errors'] : []),
    ...(status === 500 ? ['request_id'] : []),
  ]);
  return ['errors', 'meta', 'request_id'].filter((name) => !required.has(name));
}

function errorSchema(code: Schema, optional: readonly string[]): Schema {
  const done: Schema = { type: 'integer', minimum: 0 };
  const members = {
    message: string,
    code,
    errors: schemaRef(shared.errors),
    meta: described(
      closed({ chunks: done, records: done }),
      'The progress of an action until it failed.',
    ),
    request_id: described(string, 'Finds the error in the log of the service.'),
  };
  return closed(members, optional);
}

function exampleOf(
  status: ErrorStatus,
  [code, { message }]: (typeof errorEntries)[number],
): unknown {
  return {
    message,
    code,
    ...(naming.has(status) && { errors: { name: ['What is wrong with it.'] } }),
    ...(status === 500 && { request_id: '00000000-0000-4000-8000-000000000000' }),
  };
}
