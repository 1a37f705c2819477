import type { Limits } from '../../options/limits.js';
import { parseKeyList, type KeyList } from '../../request/parse-key-list.js';
import { parseKey } from '../../request/parse-key.js';
import type { PivotContext } from './pivot-call.js';

/**
 * The keys that the body lists under the relation's key.
 *
 * @param min keys that the list has to hold
 * @contract C7.2
 */
export function listOf({ members, relation }: PivotContext, min: 0 | 1, limits: Limits): KeyList {
  const { key, resource } = relation;
  const given = Object.hasOwn(members, key) ? members[key] : undefined;
  const list = parseKeyList(key, given, resource.keyColumn, limits.keys);
  if ('faults' in list || list.keys.length >= min) return list;
  return { faults: [`The ${key} field must hold at least one key.`] };
}

/**
 * The key that a path names, as a list; empty for what is no key, since nothing of that kind is
 * attached.
 */
export function oneKey({ relation }: PivotContext, related: string): KeyList {
  const key = parseKey(related, relation.resource.keyColumn);
  return { keys: key === undefined ? [] : [{ key, place: 0, values: {} }] };
}

/** The members of the body that apply to every key. */
export const flatOf = ({ members, relation }: PivotContext): PivotContext['members'] =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name !== relation.key));
