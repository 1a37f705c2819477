import type { CompiledColumn, Join, ValueType } from '../resources/compiled-resource.js';
import type { ResourceDraft } from '../draft/draft.js';
import { isComparedAsKey } from '../resources/key-columns.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';

/** The columns of each relation can hold the keys that they are for. */
export const verifyKeyTypes = eachResource(function* (draft) {
  for (const { key, join } of draft.relations) {
    if (!join) continue;
    for (const [holder, held] of pairsOf(join))
      if (!isComparedAsKey(holder) || !isComparedAsKey(held)) yield noKey(draft, key, holder, held);
      else if (!areCompatible(holder.type, held.type))
        yield faultAt(
          draft,
          key,
          `the column ${holder.name} is ${holder.databaseType}, but the key in it is ${held.databaseType}`,
          `${holder.name} of type ${held.databaseType}, or text`,
        );
    if (join.type && join.type.column.type !== 'text')
      yield faultAt(
        draft,
        key,
        `the column ${join.type.column.name} names a resource, and is ${join.type.column.databaseType}`,
        `${join.type.column.name} of type varchar`,
      );
  }
});

/** PostgreSQL compares an enum, among others, with nothing but an enum. */
function noKey(
  draft: ResourceDraft,
  relation: string,
  holder: CompiledColumn,
  held: CompiledColumn,
): Finding {
  const { name, databaseType } = isComparedAsKey(holder) ? held : holder;
  return faultAt(
    draft,
    relation,
    `the column ${name} is ${databaseType}, which cannot join records`,
    `${name} of type varchar`,
  );
}

/** Each column that holds a key, with that key. */
function pairsOf(join: Join): readonly (readonly [CompiledColumn, CompiledColumn])[] {
  if (join.keyOn === 'parent') return [[join.column, join.target]];
  if (join.keyOn === 'related') return [[join.column, join.source]];
  return [
    [join.parent, join.source],
    [join.related, join.target],
  ];
}

const numbers: readonly ValueType[] = ['integer', 'bigint', 'decimal'];
const texts: readonly ValueType[] = ['text', 'uuid'];

/** Text holds every key: a morph may lead to resources with keys of several types. */
function areCompatible(holder: ValueType, held: ValueType): boolean {
  if (holder === 'text' || holder === held) return true;
  return numbers.includes(held)
    ? numbers.includes(holder)
    : texts.includes(held) && texts.includes(holder);
}
