import { RequestError } from '../../../errors/index.js';
import type { SafeWriteOptions } from '../../../options/resource-api-options.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import {
  isAbsent,
  isIdempotencyKey,
  versionsIn,
  type WriteTerms,
} from '../../records/safe-writes/write-terms.js';
import type { ToolArguments } from '../catalogue/tool.js';

type Offers = Required<SafeWriteOptions>;

/** The arguments that demand something of a write. */
export type TermName = 'preview' | 'max_affected' | 'if_match' | 'idempotency_key';

/** The option that offers each argument, and its schema. */
const terms: Readonly<Record<TermName, { offer: keyof Offers; schema: JsonSchema }>> = {
  preview: {
    offer: 'dryRuns',
    schema: {
      type: 'boolean',
      description: 'Change nothing; return what would change.',
    },
  },
  max_affected: {
    offer: 'maxAffected',
    schema: {
      type: 'integer',
      minimum: 0,
      description: 'Fail if more records would change.',
    },
  },
  if_match: {
    offer: 'versions',
    schema: {
      type: 'string',
      description: 'Fail unless this is still the "version" of the record.',
    },
  },
  idempotency_key: {
    offer: 'idempotency',
    schema: {
      type: 'string',
      description: 'A unique string. Repeated calls with it are executed once.',
    },
  },
};

const names = Object.keys(terms) as readonly TermName[];

/**
 * Returns the terms that a tool takes. A member of its body with the name of one takes precedence.
 *
 * @param taken the names of the tool's other arguments
 * @param isOfRecord whether it writes one record, which has a version
 */
export const termNames = (
  offers: Offers,
  taken: { has(name: string): boolean },
  isOfRecord: boolean,
): ReadonlySet<TermName> =>
  new Set(
    names.filter(
      (name) =>
        offers[terms[name].offer] && !taken.has(name) && (isOfRecord || name !== 'if_match'),
    ),
  );

/** Returns the schemas of the terms. */
export const termSchemas = (taken: ReadonlySet<TermName>): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries([...taken].map((name) => [name, terms[name].schema]));

/**
 * Reads the terms of a call; `null` without any.
 *
 * @param taken the terms that the tool takes
 * @throws RequestError `malformed_request`, with the errors that headers cause
 * @contract C13, C16.1
 */
export function termsIn(args: ToolArguments, taken: ReadonlySet<TermName>): WriteTerms | null {
  const given = (name: TermName): unknown => (taken.has(name) ? (args[name] ?? null) : null);
  const found = {
    ifMatch: parseVersions(given('if_match')),
    idempotencyKey: parseKey(given('idempotency_key')),
    isDryRun: parsePreview(given('preview')),
    maxAffected: parseCount(given('max_affected')),
  };
  return isAbsent(found) ? null : found;
}

/** A version is accepted as results contain it, and as in the header `ETag`. */
function parseVersions(given: unknown): WriteTerms['ifMatch'] {
  if (given === null) return null;
  const string = typeof given === 'string' ? given : '';
  const isAlone = /^[\x21\x23-\x29\x2b-\x7e][\x21\x23-\x7e]*$/.test(string);
  const versions = isAlone ? [string] : versionsIn(string);
  if (versions) return versions;
  throw malformed('if_match', 'The argument if_match must be the "version" of a result, or *.');
}

function parseKey(given: unknown): string | null {
  if (given === null || (typeof given === 'string' && isIdempotencyKey(given))) return given;
  throw malformed(
    'idempotency_key',
    'The argument idempotency_key must have 1 to 255 visible ASCII characters, without spaces.',
  );
}

function parsePreview(given: unknown): boolean {
  if (given === null || typeof given === 'boolean') return given ?? false;
  throw malformed('preview', 'The argument preview must be true or false.');
}

function parseCount(given: unknown): number | null {
  if (given === null || (Number.isSafeInteger(given) && Number(given) >= 0))
    return given as number | null;
  throw malformed('max_affected', 'The argument max_affected must be a whole number from 0.');
}

const malformed = (name: TermName, message: string): RequestError =>
  new RequestError('malformed_request', { errors: { [name]: [message] } });
