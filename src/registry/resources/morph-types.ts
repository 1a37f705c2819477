import type { CompiledColumn, CompiledResource } from './compiled-resource.js';

/**
 * Does this column of the resource's rows name the resource that a row belongs to? Then a value
 * that is not the key of a resource is corrupt, except in a log, whose rows outlive their records.
 */
export function isMorphType({ table, morphs }: CompiledResource, column: CompiledColumn): boolean {
  if (table.isLog) return false;
  return [...morphs.values()].some((targets) =>
    targets.some(({ join }) => join.type?.column === column),
  );
}
