import { isUtf8 } from 'node:buffer';
import { parse } from 'secure-json-parse';
import { RequestError } from '../../base/errors/index.js';
import { isDeeperThan } from '../../base/is-deeper-than.js';
import { findJsonFault, type JsonFault } from './find-json-fault.js';

/**
 * Parses a JSON body. Returns `undefined` without a body: each operation decides whether it
 * requires one (C4.2). Of duplicate keys, the last one wins (C1.7).
 *
 * @throws RequestError `malformed_request` when the bytes are not UTF-8, the body is not JSON, is
 * nested deeper than `maxDepth`, or has a `__proto__` key; the message describes the fault and its
 * position
 * @contract C9
 */
export function parseJsonBody(bytes: Buffer, maxDepth: number): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw malformedBody('The body is not UTF-8 text.');
  const json = withoutMark(bytes.toString('utf8'));
  const body = parseSafely(json);
  if (body === refused || isDeeperThan(maxDepth, body)) throw faultOf(json, maxDepth);
  return body;
}

const refused = Symbol('refused');

function parseSafely(json: string): unknown {
  try {
    return parse(json, { protoAction: 'error', constructorAction: 'ignore' });
  } catch {
    return refused;
  }
}

/** Some editors and shells of Windows write a byte order mark before the JSON. */
const withoutMark = (json: string) => (json.charCodeAt(0) === 0xfeff ? json.slice(1) : json);

function faultOf(json: string, maxDepth: number): RequestError {
  const fault = findJsonFault(json, maxDepth);
  return malformedBody(
    fault ? `${fault.message}, at ${placeOf(json, fault)}.` : 'The body is not valid JSON.',
  );
}

function placeOf(json: string, { position }: JsonFault): string {
  const lineStart = json.lastIndexOf('\n', position - 1) + 1;
  const line = json.slice(0, lineStart).split('\n').length;
  return `line ${line}, column ${position - lineStart + 1}`;
}

function malformedBody(message: string): RequestError {
  return new RequestError('malformed_request', { message, errors: { body: [message] } });
}
