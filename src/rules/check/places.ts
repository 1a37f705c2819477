import type { PlacedField } from '../compile/compile-fields.js';
import { isRecord } from '../values/value-kind.js';

/** One place of a field in the values. */
export interface FieldPlace {
  readonly path: string;
  /** `undefined` if the value is absent. */
  readonly value: unknown;
  /** The positions for each `*` of the field's path. */
  readonly positions: readonly number[];
}

/**
 * The maximum number of list items that are checked per field; the same as the maximum number of
 * keys.
 * @contract C12
 */
export const MAX_ITEMS = 1000;

/** Thrown for a list with more items than are checked. */
export class TooManyItems extends Error {
  constructor(readonly path: string) {
    super(path);
  }
}

/**
 * Returns the places of a field in the values: `lines.*.qty` has one place per line.
 *
 * @throws TooManyItems
 */
export function placesOf(field: PlacedField, values: unknown): readonly FieldPlace[] {
  const places: FieldPlace[] = [];
  visit(field, values, 0, '', [], places);
  return places;
}

function visit(
  field: PlacedField,
  holder: unknown,
  depth: number,
  above: string,
  positions: readonly number[],
  places: FieldPlace[],
): void {
  const segment = field.segments[depth]!;
  if (segment === '*') {
    if (!Array.isArray(holder)) return;
    if (places.length + holder.length > MAX_ITEMS) throw new TooManyItems(above.slice(0, -1));
    holder.forEach((value: unknown, index) => {
      const place = { value, path: `${above}${index}`, positions: [...positions, index] };
      step(field, depth, place, places);
    });
  } else if (isRecord(holder)) {
    const place = { value: ownValue(holder, segment), path: above + segment, positions };
    step(field, depth, place, places);
  }
}

/** @param depth the depth of the place */
function step(field: PlacedField, depth: number, place: FieldPlace, places: FieldPlace[]): void {
  const { value, path, positions } = place;
  if (depth === field.segments.length - 1) places.push(place);
  else if (value === undefined) addAbsent(field, depth, path, positions, places);
  else visit(field, value, depth + 1, `${path}.`, positions, places);
}

/**
 * A field below an absent one is absent too, unless a definition declares rules for a step between.
 */
function addAbsent(
  { segments, declaredSteps }: PlacedField,
  depth: number,
  path: string,
  positions: readonly number[],
  places: FieldPlace[],
): void {
  const below = segments.slice(depth + 1);
  if (below.includes('*') || declaredSteps.slice(depth).includes(true)) return;
  places.push({ path: [path, ...below].join('.'), value: undefined, positions });
}

/** Returns the value at a path without `*`; `undefined` if it is absent. */
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

/** Returns `lines.3.qty` for `lines.*.qty` and the positions of `lines.3.price`. */
export function pathBeside(path: string, positions: readonly number[]): string {
  let next = 0;
  return path.includes('*')
    ? path.replace(/\*/g, (star) => String(positions[next++] ?? star))
    : path;
}
