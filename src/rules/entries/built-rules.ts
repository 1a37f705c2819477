import type { ClassOf } from '../../base/types/compile-time.js';
import type { BuiltRule } from './rule-types.js';

/** `in` for values that contain a comma or come from a constant. */
export const oneOf = <const V extends readonly (string | number)[]>(
  values: V,
): BuiltRule<'in', V[number]> => ({
  name: 'in',
  arguments: values,
});

/** `enum` with the values of an enum: `enumOf(PostStatus)`. */
export const enumOf = <E extends Readonly<Record<string, string | number>>>(
  members: E,
): BuiltRule<'enum', E[keyof E]> => ({
  name: 'enum',
  // A numeric enum also maps each number to its name.
  arguments: Object.entries(members)
    .filter(([name]) => !/^-?\d/.test(name))
    .map(([, value]) => value),
});

/** Requires that no other row has the value in this column. */
export const unique = <E extends object>(
  entity: () => ClassOf<E>,
  column: keyof E & string,
): BuiltRule<'unique'> => ({
  name: 'unique',
  arguments: [entity, column],
});

/** Requires that a row that the caller may see has the value in this column. */
export const existsIn = <E extends object>(
  entity: () => ClassOf<E>,
  column: keyof E & string,
): BuiltRule<'exists'> => ({
  name: 'exists',
  arguments: [entity, column],
});
