import type { Limits } from '../options/limits.js';
import { findValueFault } from './find-value-fault.js';
import { quoted, refusal } from './refusal.js';
import type { WrittenFilter } from './resource-query.js';

const PARAMETER = 'filters';
const FORM = 'It is a JSON array such as [{"key": "…", "value": …}], as it is or in base64.';
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * `filters=` as JSON, or as base64 of JSON. Which filters there are, and what their values may be,
 * is for later stages.
 *
 * @param limits how many filters one request may use, and how deep their JSON may be nested
 * @contract C5.7, C1.7, C12
 * @throws `invalid_query` when the text is neither, an entry does not have the form `{key, value}`,
 * there are too many entries, or two of them have the same key
 */
export function parseFilters(
  input: string,
  limits: Pick<Limits, 'filters' | 'jsonDepth'>,
): readonly WrittenFilter[] {
  const entries = jsonOf(input);
  if (!Array.isArray(entries)) throw refusal(PARAMETER, `The text holds no array. ${FORM}`);
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
 * Every filter costs the database a condition, so that a repeated one multiplies the work of a
 * short URL.
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

/** What begins JSON, and no base64. */
const JSON_START = /^\s*["[{]/;

function jsonOf(input: string): unknown {
  const json = JSON_START.test(input) ? input : decoded(input);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw json === input
      ? refusal(PARAMETER, `${quoted(input)} is no JSON. ${FORM}`)
      : neither(input);
  }
}

/** A `+` that was not encoded arrives as a blank. */
function decoded(input: string): string {
  const letters = input.replaceAll(' ', '+');
  if (!base64.test(letters)) throw neither(input);
  return Buffer.from(letters, 'base64').toString('utf8');
}

/** What was sent, and not what it would be if it were base64. */
const neither = (input: string) =>
  refusal(PARAMETER, `${quoted(input)} is neither a JSON array nor base64 of one. ${FORM}`);

function readEntry(entry: unknown, at: number): WrittenFilter {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw noEntry(at, 'is no object');
  const names = Object.keys(entry);
  const strange = names.find((name) => name !== 'key' && name !== 'value');
  if (strange !== undefined) throw noEntry(at, `has ${quoted(strange)}, which means nothing`);
  const { key, value } = entry as Partial<WrittenFilter>;
  if (typeof key !== 'string') throw noEntry(at, 'has no text as its key');
  if (!names.includes('value')) throw noEntry(at, 'has no value');
  return { key, value };
}

const noEntry = (at: number, wrong: string) =>
  refusal(PARAMETER, `Entry ${at + 1} ${wrong}. ${FORM}`);
