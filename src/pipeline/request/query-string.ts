import { quoted, refusal } from './refusal.js';

/** A parameter of the query string, decoded. */
export type WrittenParameter = readonly [name: string, value: string];

/** Characters that must be decoded or rejected; without any of them, a string is used as it is. */
const NEEDS_DECODING = /[%+\0\uD800-\uDFFF]/;

/** One encoded character with its continuation bytes, or a `%` that does not start one. */
const ENCODED_CHARACTER = /%[\da-f]{2}(?:%[89ab][\da-f])*|%.{0,2}/gis;

/**
 * Splits a query string (without `?`) into its decoded parameters, in order; `+` is a space. Empty
 * pairs (`a=1&&b=2`) are ignored, as in the URL standard. Linear in the length of the string.
 *
 * @contract C1.7, C5.2
 * @throws `invalid_query` if a name or a value is not percent-encoded UTF-8, or contains NUL or a
 * lone surrogate
 */
export function parseQueryString(input: string): readonly WrittenParameter[] {
  const parameters: WrittenParameter[] = [];
  for (let start = 0; start < input.length;) {
    const ampersand = input.indexOf('&', start);
    const end = ampersand < 0 ? input.length : ampersand;
    if (end > start) parameters.push(parsePair(input.slice(start, end)));
    start = end + 1;
  }
  return parameters;
}

function parsePair(pair: string): WrittenParameter {
  const equals = pair.indexOf('=');
  const written = equals < 0 ? pair : pair.slice(0, equals);
  const name = decode(written, written);
  return [name, equals < 0 ? '' : decode(pair.slice(equals + 1), name)];
}

function decode(written: string, parameter: string): string {
  if (!NEEDS_DECODING.test(written)) return written;
  const input = percentDecoded(written.replaceAll('+', ' '));
  if (input === undefined) throw refusal(parameter, undecodable(written));
  const forbidden = input.search(/[\0\p{Surrogate}]/u);
  if (forbidden < 0) return input;
  const character = input[forbidden] === '\0' ? 'NUL character' : 'lone surrogate';
  throw refusal(
    parameter,
    `The parameter contains a ${character} at position ${forbidden}, which is not allowed.`,
  );
}

function percentDecoded(input: string): string | undefined {
  try {
    return decodeURIComponent(input);
  } catch {
    return undefined;
  }
}

/** Positions are those of the string as it was sent, because it cannot be decoded. */
function undecodable(written: string): string {
  const found = [...written.matchAll(ENCODED_CHARACTER)].find(
    ({ 0: part }) => percentDecoded(part) === undefined,
  );
  const part = quoted(found?.[0] ?? written);
  return `${part} at position ${found?.index ?? 0} is not percent-encoded UTF-8; a "%" itself is written "%25".`;
}
