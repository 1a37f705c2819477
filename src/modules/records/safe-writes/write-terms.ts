import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../../../errors/index.js';
import { preferencesOf } from '../../../http/preferences.js';
import type { SafeWriteOptions } from '../../../options/resource-api-options.js';

/** What a request demands of its write, in headers or in arguments of a tool. @contract C13 */
export interface WriteTerms {
  /** The versions that the record may have, or `*` for any; `null` if the header is absent. */
  readonly ifMatch: readonly string[] | '*' | null;
  readonly idempotencyKey: string | null;
  readonly isDryRun: boolean;
  /** The most records that the write may change. */
  readonly maxAffected: number | null;
}

const entityTags = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*)*$/;
const entityTag = /"([^"]*)"/g;

/**
 * Reads the terms of a write; `null` without any. Preferences that the service does not know
 * are ignored, as RFC 7240 requires. The two other headers are conditions: a service that ignored
 * them would write what the client has excluded, so one that does not offer them rejects them.
 *
 * @throws RequestError `malformed_request`
 */
export function termsOf(
  headers: IncomingHttpHeaders,
  offers: Required<SafeWriteOptions>,
): WriteTerms | null {
  const { prefer, 'if-match': ifMatch, 'idempotency-key': key } = headers;
  if (prefer === undefined && ifMatch === undefined && key === undefined) return null;
  if (ifMatch !== undefined && !offers.versions) throw unsupported('If-Match');
  if (key !== undefined && !offers.idempotency) throw unsupported('Idempotency-Key');
  const preferences = preferencesOf(headers);
  const terms = {
    ifMatch: ifMatch === undefined ? null : parseIfMatch(ifMatch),
    idempotencyKey: key === undefined ? null : parseKey(String(key)),
    isDryRun: offers.dryRuns && preferences.get('tx') === 'rollback',
    maxAffected: offers.maxAffected ? parseCount(preferences.get('max-affected')) : null,
  };
  return isAbsent(terms) ? null : terms;
}

/** Whether a write has no terms. */
export const isAbsent = ({ ifMatch, idempotencyKey, maxAffected, isDryRun }: WriteTerms): boolean =>
  ifMatch === null && idempotencyKey === null && maxAffected === null && !isDryRun;

/** Returns the versions of `If-Match`; `undefined` if the value is malformed. */
export function versionsIn(value: string): readonly string[] | '*' | undefined {
  if (value.trim() === '*') return '*';
  if (!entityTags.test(value)) return undefined;
  return [...value.matchAll(entityTag)].map(([, version]) => version!);
}

export const isIdempotencyKey = (value: string): boolean => /^[\x21-\x7e]{1,255}$/.test(value);

function parseIfMatch(header: string): readonly string[] | '*' {
  const versions = versionsIn(header);
  if (versions) return versions;
  throw malformed(
    'If-Match',
    'The header If-Match must be * or a list of versions, such as W/"3f2a", as in the header ETag.',
  );
}

function parseKey(header: string): string {
  if (isIdempotencyKey(header)) return header;
  throw malformed(
    'Idempotency-Key',
    'The header Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces.',
  );
}

function parseCount(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw malformed('Prefer', 'The preference max-affected must be a whole number from 0.');
}

const unsupported = (header: string): RequestError =>
  malformed(
    header,
    `This service does not support the header ${header}. Send the request without it.`,
  );

const malformed = (header: string, message: string): RequestError =>
  new RequestError('malformed_request', { errors: { [header]: [message] } });
