import type { Limits } from '../../options/limits.js';
import { minKeys } from '../../pipeline/describing/pivot-members.js';
import { parseKeyList, type KeyList } from '../../pipeline/request/parse-key-list.js';
import { parseKey } from '../../pipeline/request/parse-key.js';
import type { PivotContext } from './pivot-call.js';

/** Parses the keys in the body under the relation's key. @contract C7.2 */
export function keyListOf({ members, relation, operation }: PivotContext, limits: Limits): KeyList {
  const { key, resource } = relation;
  const given = Object.hasOwn(members, key) ? members[key] : undefined;
  const list = parseKeyList(key, given, resource.keyColumn, limits.keys);
  if ('faults' in list || list.keys.length >= minKeys[operation]) return list;
  return { faults: [`The ${key} field must contain at least one key.`] };
}

/**
 * Returns the key in a path as a list; empty if it is not a valid key, since no such record can be
 * attached.
 */
export function oneKey({ relation }: PivotContext, related: string): KeyList {
  const key = parseKey(related, relation.resource.keyColumn);
  return { keys: key === undefined ? [] : [{ key, place: 0, values: {} }] };
}

/** Returns the members of the body that apply to every key. */
export const flatOf = ({ members, relation }: PivotContext): PivotContext['members'] =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name !== relation.key));
