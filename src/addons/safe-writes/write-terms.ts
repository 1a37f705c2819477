import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import { preferencesOf } from '../../http/requests/preferences.js';
import type { SafeWriteOptions } from '../../options/resource-api-options.js';

/** What a request demands of its write, in its headers. @contract C13 */
export interface WriteTerms {
  /** The versions that the record may have, or `*` for any; `null` if the header is absent. */
  readonly ifMatch: readonly string[] | '*' | null;
  /** The versions that the record must not have, or `*` for none; `null` except for PUT. */
  readonly ifNoneMatch: readonly string[] | '*' | null;
  readonly idempotencyKey: string | null;
  readonly isDryRun: boolean;
  /** The most records that the write may change. */
  readonly maxAffected: number | null;
}

/** Whether a write with these terms is about versions alone. */
export const onlyDemandVersions = (terms: WriteTerms): boolean =>
  terms.idempotencyKey === null && terms.maxAffected === null && !terms.isDryRun;

const entityTags = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*(?:,\s*(?:W\/)?"[\x21\x23-\x7e]*"\s*)*$/;
const entityTag = /"([^"]*)"/g;

/**
 * Reads the terms of a write; `null` without any. Preferences that the service does not know
 * are ignored, as RFC 7240 requires.
 *
 * @throws RequestError `malformed_request`
 */
export function termsOf(
  httpRequest: Pick<FastifyRequest, 'headers' | 'method'>,
  offers: Required<SafeWriteOptions>,
): WriteTerms | null {
  const { headers, method } = httpRequest;
  const { prefer, 'if-match': ifMatch, 'idempotency-key': key } = headers;
  const ifNoneMatch = method === 'PUT' ? headers['if-none-match'] : undefined;
  if ([prefer, ifMatch, ifNoneMatch, key].every((header) => header === undefined)) return null;
  const preferences = preferencesOf(httpRequest);
  const terms = {
    ifMatch: offers.versions ? parseVersions('If-Match', ifMatch) : null,
    ifNoneMatch: offers.versions ? parseVersions('If-None-Match', ifNoneMatch) : null,
    idempotencyKey: offers.idempotency && key !== undefined ? parseKey(String(key)) : null,
    isDryRun: offers.dryRuns && preferences.get('tx') === 'rollback',
    maxAffected: offers.maxAffected ? parseCount(preferences.get('max-affected')) : null,
  };
  const demandVersions = terms.ifMatch !== null || terms.ifNoneMatch !== null;
  return !demandVersions && onlyDemandVersions(terms) ? null : terms;
}

function parseVersions(name: string, header: string | undefined): readonly string[] | '*' | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  if (!entityTags.test(header))
    throw malformed(
      name,
      `The header ${name} must be * or a list of versions, such as W/"3f2a", as in the header ETag.`,
    );
  return [...header.matchAll(entityTag)].map(([, version]) => version!);
}

function parseKey(header: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw malformed(
    'Idempotency-Key',
    'The header Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces.',
  );
}

function parseCount(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value);
  throw malformed('Prefer', 'The preference max-affected must be a whole number from 0.');
}

const malformed = (header: string, message: string): RequestError =>
  new RequestError('malformed_request', { errors: { [header]: [message] } });
