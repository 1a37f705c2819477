import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';

/**
 * Sorts keys of related records: those of the request first, in its order. The others follow, sorted
 * in the same way for every database.
 *
 * @param listed the keys of the request
 */
export function keysInOrder(
  keys: Iterable<string>,
  listed: readonly string[],
  { type }: CompiledColumn,
): readonly string[] {
  const places = new Map(listed.map((key, place) => [key, place]));
  const placeOf = (key: string) => places.get(key) ?? listed.length;
  const isNumeric = type === 'integer' || type === 'bigint';
  const isBefore = (one: string, other: string) =>
    isNumeric ? BigInt(one) < BigInt(other) : one < other;
  return [...keys].sort(
    (one, other) => placeOf(one) - placeOf(other) || (isBefore(one, other) ? -1 : 1),
  );
}
