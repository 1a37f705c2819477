import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from '../../base/errors/index.js';
import { parseJsonBody } from './parse-json-body.js';

/**
 * Parses a JSON body.
 *
 * @param headers as they were sent
 * @throws RequestError `unsupported_media_type` when it is compressed or not UTF-8,
 * `malformed_request`
 */
export function parseJsonRequest(
  headers: IncomingHttpHeaders,
  body: Buffer,
  maxDepth: number,
): unknown {
  verifyPlainUtf8(headers);
  return parseJsonBody(body, maxDepth);
}

/** A body that is compressed, or not encoded in UTF-8, would be misread. */
function verifyPlainUtf8({
  'content-type': type = '',
  'content-encoding': packed = 'identity',
}: IncomingHttpHeaders): void {
  const [, charset = 'utf-8'] = /;\s*charset="?([^\s;"]+)/i.exec(type) ?? [];
  if (packed.toLowerCase() !== 'identity')
    throw new RequestError('unsupported_media_type', {
      message: 'The body must not be compressed.',
      headers: { 'Accept-Encoding': 'identity' },
    });
  if (!/^utf-?8$/i.test(charset))
    throw new RequestError('unsupported_media_type', {
      message: 'The body must be encoded in UTF-8.',
      headers: { Accept: 'application/json' },
    });
}
