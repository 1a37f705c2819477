import type { PlacedField } from './compile-fields.js';
import { isRecord } from './value-kind.js';

/** One place in the values that a field leads to. */
export interface Place {
  readonly path: string;
  /** `undefined`: nothing is there. */
  readonly value: unknown;
  /** The positions that stand for the `*` of the field's path. */
  readonly positions: readonly number[];
}

/**
 * Items of lists whose rules are checked, at most, for each field; as many as keys may be sent.
 * @contract C12
 */
export const MAX_ITEMS = 1000;

/** The list that holds more items than are checked. */
export class TooManyItems extends Error {
  constructor(readonly path: string) {
    super(path);
  }
}

/**
 * Where a field stands in the values: `lines.*.qty` in as many places as there are lines.
 *
 * @throws TooManyItems
 */
export function placesOf(field: PlacedField, values: unknown): readonly Place[] {
  const places: Place[] = [];
  visit(field, values, 0, '', [], places);
  return places;
}

function visit(
  field: PlacedField,
  holder: unknown,
  depth: number,
  above: string,
  positions: readonly number[],
  places: Place[],
): void {
  const segment = field.segments[depth]!;
  const isLast = depth === field.segments.length - 1;
  const step = (value: unknown, path: string, at: readonly number[]) => {
    if (isLast) places.push({ path, value, positions: at });
    else if (value === undefined) addAbsent(field, depth, path, at, places);
    else visit(field, value, depth + 1, `${path}.`, at, places);
  };
  if (segment === '*') {
    if (!Array.isArray(holder)) return;
    if (places.length + holder.length > MAX_ITEMS) throw new TooManyItems(above.slice(0, -1));
    holder.forEach((item: unknown, index) => step(item, `${above}${index}`, [...positions, index]));
  } else if (isRecord(holder)) step(ownValue(holder, segment), above + segment, positions);
}

/**
 * What lies below something absent is absent with it, unless a definition says when that may be.
 */
function addAbsent(
  { segments, declaredSteps }: PlacedField,
  depth: number,
  path: string,
  positions: readonly number[],
  places: Place[],
): void {
  const below = segments.slice(depth + 1);
  if (below.includes('*') || declaredSteps.slice(depth).includes(true)) return;
  places.push({ path: [path, ...below].join('.'), value: undefined, positions });
}

/** What stands at a path without `*`; `undefined` where nothing does. */
export function valueAt(values: unknown, path: string): unknown {
  let value = values;
  for (const segment of path.split('.')) {
    if (Array.isArray(value))
      value = /^\d+$/.test(segment) ? (value as unknown[])[Number(segment)] : undefined;
    else value = isRecord(value) ? ownValue(value, segment) : undefined;
  }
  return value;
}

const ownValue = (holder: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(holder, name) ? holder[name] : undefined;

/** `lines.*.qty` from the place of `lines.3.price`: `lines.3.qty`. */
export function pathBeside(path: string, positions: readonly number[]): string {
  let next = 0;
  return path.includes('*')
    ? path.replace(/\*/g, (star) => String(positions[next++] ?? star))
    : path;
}
