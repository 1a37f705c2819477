import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { parseKey } from './parse-key.js';
import { quoted } from './refusal.js';

type Members = Readonly<Record<string, unknown>>;

/** A key that a body lists, and the values for this key alone. */
export interface ListedKey {
  readonly key: string | number;
  /** Its position in the list, from 0. */
  readonly place: number;
  /** The members of its object except `id`; empty for a plain key. */
  readonly values: Members;
}

/** The distinct keys of a list, in order; or one message per fault. */
export type KeyList =
  { readonly keys: readonly ListedKey[] } | { readonly faults: readonly string[] };

/** The number of faults that one response lists. */
const MAX_FAULTS = 10;

/**
 * Parses a list of keys in a body: plain keys, or objects of `id` and values. A repeated key counts
 * once, and its last values apply.
 *
 * @param column the key column
 * @param max the maximum number of keys
 * @contract C1.3, C7.2
 */
export function parseKeyList(
  name: string,
  list: unknown,
  column: CompiledColumn,
  max: number,
): KeyList {
  if (!Array.isArray(list)) return { faults: [`The ${name} field must be an array of keys.`] };
  const keys = new Map<string | number, ListedKey>();
  const faults: string[] = [];
  for (const [place, element] of (list as unknown[]).entries()) {
    const { id, values } = readElement(element);
    const key = parseListedKey(id, column);
    if (key === undefined)
      faults.push(`The ${name} field contains ${described(element)} at position ${place}.`);
    else keys.set(key, merged(keys.get(key), { key, place, values }));
  }
  if (faults.length > 0) return { faults: faults.slice(0, MAX_FAULTS) };
  if (keys.size > max)
    return { faults: [`The ${name} field must not have more than ${max} keys.`] };
  return { keys: [...keys.values()] };
}

const NO_VALUES: Members = Object.freeze({});

function readElement(element: unknown): { readonly id: unknown; readonly values: Members } {
  if (!isObject(element)) return { id: element, values: NO_VALUES };
  const { id, ...values } = element;
  return { id: Object.hasOwn(element, 'id') ? id : undefined, values };
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a key in a body: a string, or a safe integer. */
function parseListedKey(value: unknown, column: CompiledColumn): string | number | undefined {
  const written = Number.isSafeInteger(value) ? String(value) : value;
  return typeof written === 'string' ? parseKey(written, column) : undefined;
}

const merged = (known: ListedKey | undefined, again: ListedKey): ListedKey =>
  known ? { ...known, values: { ...known.values, ...again.values } } : again;

function described(element: unknown): string {
  if (isObject(element) && !Object.hasOwn(element, 'id')) return 'an object without an id';
  const id = isObject(element) ? element.id : element;
  return typeof id === 'string' || typeof id === 'number'
    ? `${quoted(String(id))}, which is not a key,`
    : 'a value that is not a key';
}
