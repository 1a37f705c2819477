import { errorEntries } from '../../../../base/errors/index.js';
import { headerRef } from '../document/components.js';
import type { Header, Reference, Schema } from '../document/open-api.js';

const string: Schema = { type: 'string' };

const described = {
  'WWW-Authenticate': {
    description:
      'How to authenticate, such as `Bearer`, with `error="invalid_token"` if a token was sent.',
    schema: string,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
  Accept: { description: 'The media types that the body may have.', schema: string },
  'RateLimit-Policy': {
    description: 'The limits that count the request, such as `"user";q=100;w=60`.',
    schema: string,
  },
  RateLimit: { description: 'What is left of them, such as `"user";r=0;t=41`.', schema: string },
} as const satisfies Readonly<Record<string, Header>>;

/** The headers of errors: those of the catalogue, and those whose values depend on the request. */
const errorHeaders: Readonly<Record<string, Header>> = {
  ...Object.fromEntries(
    errorEntries
      .flatMap(([, { headers = {} }]) => Object.keys(headers))
      .map((name) => [name, { description: `${name}.`, schema: string }] as const),
  ),
  ...described,
};

/** The headers of responses, as components. */
export const headerComponents: Readonly<Record<string, Header>> = {
  ETag: {
    description: 'The version of the record, which changes whenever the record changes.',
    schema: { ...string, pattern: '^W/"[\\w-]+"$' },
  },
  Location: { description: 'The URL of the record.', schema: string },
  Link: {
    description: 'The links of the body (RFC 8288); omitted if they are too long for a header.',
    schema: string,
  },
  'Content-Disposition': {
    description: 'The name of the file, for CSV and NDJSON.',
    schema: string,
  },
  ...errorHeaders,
};

/** The names of the headers that errors can have. */
export const errorHeaderNames: readonly string[] = Object.keys(errorHeaders);

/** Returns references to headers. */
export const headerRefs = (names: readonly string[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, headerRef(name)]));
