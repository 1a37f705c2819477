import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';

/** A column that refers to another record of the same table. */
interface SelfReference {
  readonly column: CompiledColumn;
  readonly target: CompiledColumn;
}

/**
 * Splits records of one resource into levels: a record comes after those that it refers to, so that
 * no foreign key is violated between two levels. Records that do not refer to each other have one
 * level. Only references that a relation of the resource declares are known.
 *
 * @param valueIn returns the value of a record's column
 */
export function levelsOf<Item>(
  { table, relations }: CompiledResource,
  items: readonly Item[],
  valueIn: (item: Item, column: CompiledColumn) => unknown,
): readonly (readonly Item[])[] {
  const references = [...relations.values()].flatMap((relation): readonly SelfReference[] => {
    if (relation.form !== 'relation' || relation.resource.table !== table) return [];
    const { join } = relation;
    if (join.keyOn === 'pivot' || join.type) return [];
    const target = join.keyOn === 'parent' ? join.target : join.source;
    return [{ column: join.column, target }];
  });
  if (references.length === 0 || items.length < 2) return [items];
  return inLevels(childrenOf(items, references, valueIn));
}

/** Returns, for each record, those that refer to it. */
function childrenOf<Item>(
  items: readonly Item[],
  references: readonly SelfReference[],
  valueIn: (item: Item, column: CompiledColumn) => unknown,
): ReadonlyMap<Item, readonly Item[]> {
  const children = new Map<Item, Item[]>(items.map((item) => [item, []]));
  for (const { column, target } of references) {
    const targets = new Map(items.map((item) => [String(valueIn(item, target)), item]));
    for (const item of items) {
      const value = valueIn(item, column);
      if (value === null || value === undefined) continue;
      const parent = targets.get(String(value));
      if (parent !== undefined && parent !== item) children.get(parent)!.push(item);
    }
  }
  return children;
}

/** Records that refer to each other in a circle cannot be ordered: they come last, together. */
function inLevels<Item>(
  children: ReadonlyMap<Item, readonly Item[]>,
): readonly (readonly Item[])[] {
  const awaited = new Map<Item, number>([...children.keys()].map((item) => [item, 0]));
  for (const below of children.values())
    for (const child of below) awaited.set(child, awaited.get(child)! + 1);
  const levels: Item[][] = [];
  let level = [...children.keys()].filter((item) => awaited.get(item) === 0);
  while (level.length > 0) {
    levels.push(level);
    const next: Item[] = [];
    for (const child of level.flatMap((item) => children.get(item)!)) {
      const left = awaited.get(child)! - 1;
      awaited.set(child, left);
      if (left === 0) next.push(child);
    }
    level = next;
  }
  const circles = [...children.keys()].filter((item) => awaited.get(item)! > 0);
  return circles.length > 0 ? [...levels, circles] : levels;
}
