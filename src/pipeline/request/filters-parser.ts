import type { Limits } from '../../options/limits.js';
import { findValueFault } from './find-value-fault.js';
import { quoted, refusal } from './refusal.js';
import type { WrittenFilter } from './resource-query.js';

const PARAMETER = 'filters';
const FORM = 'Send a JSON array such as [{"key": "…", "value": …}], plain or in base64.';
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Parses the parameter `filters`: JSON, plain or encoded in base64. Later stages check the keys
 * and the values.
 *
 * @param limits how many filters one request may use, and how deep their JSON may be nested
 * @contract C5.7, C1.7, C12
 * @throws RequestError `invalid_query` if the value is not a JSON array, an entry does not have the
 * form `{key, value}`, there are too many entries, or two entries have the same key
 */
export function parseFilters(
  input: string,
  limits: Pick<Limits, 'filters' | 'jsonDepth'>,
): readonly WrittenFilter[] {
  const entries = jsonOf(input);
  if (!Array.isArray(entries)) throw refusal(PARAMETER, `The value must be a JSON array. ${FORM}`);
  if (entries.length > limits.filters) throw tooMany(entries.length, limits.filters);
  const fault = findValueFault(entries, limits.jsonDepth);
  if (fault !== undefined) throw refusal(PARAMETER, fault);
  const filters = entries.map(readEntry);
  verifyKeys(filters);
  return filters;
}

const tooMany = (given: number, max: number) =>
  refusal(PARAMETER, `The list has ${given} filters. One request can use at most ${max}.`);

/**
 * Rejects repeated keys: each filter adds a condition to the SQL, so repeated filters would let a
 * short URL cause a lot of work.
 */
function verifyKeys(filters: readonly WrittenFilter[]): void {
  const places = new Map<string, number>();
  filters.forEach(({ key }, at) => {
    const first = places.get(key);
    if (first !== undefined) {
      const entries = `entries ${first + 1} and ${at + 1}`;
      throw refusal(
        PARAMETER,
        `${quoted(key)} is listed twice, in ${entries}. List each filter once.`,
      );
    }
    places.set(key, at);
  });
}

/** Matches the start of a JSON string, array or object. Base64 never contains these characters. */
const JSON_START = /^\s*["[{]/;

function jsonOf(input: string): unknown {
  const json = JSON_START.test(input) ? input : decoded(input);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw json === input
      ? refusal(PARAMETER, `${quoted(input)} is not valid JSON. ${FORM}`)
      : neither(input);
  }
}

/** Decodes base64. A `+` that was not percent-encoded arrives as a space. */
function decoded(input: string): string {
  const encoded = input.replaceAll(' ', '+');
  if (!base64.test(encoded)) throw neither(input);
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/** Returns an error that quotes the value as it was sent, not the decoded value. */
const neither = (input: string) =>
  refusal(
    PARAMETER,
    `${quoted(input)} is neither a JSON array nor the base64 encoding of one. ${FORM}`,
  );

function readEntry(entry: unknown, at: number): WrittenFilter {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw malformedEntry(at, 'is not an object');
  const names = Object.keys(entry);
  const unknown = names.find((name) => name !== 'key' && name !== 'value');
  if (unknown !== undefined) throw malformedEntry(at, `has the unknown member ${quoted(unknown)}`);
  const { key, value } = entry as Partial<WrittenFilter>;
  if (typeof key !== 'string') throw malformedEntry(at, 'has a key that is not a string');
  if (!names.includes('value')) throw malformedEntry(at, 'has no value');
  return { key, value };
}

const malformedEntry = (at: number, wrong: string) =>
  refusal(PARAMETER, `Entry ${at + 1} ${wrong}. ${FORM}`);
