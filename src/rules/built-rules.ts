import type { ClassOf } from '../types/compile-time.js';
import type { BuiltRule } from './rule-types.js';

/** `in` for values that hold a comma, or that come from a constant. */
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
  // An enum of numbers leads back from each number to its name, too.
  arguments: Object.entries(members)
    .filter(([name]) => !/^-?\d/.test(name))
    .map(([, value]) => value),
});

/** No other row holds the value in this column. */
export const unique = <E extends object>(
  entity: () => ClassOf<E>,
  column: keyof E & string,
): BuiltRule<'unique'> => ({
  name: 'unique',
  arguments: [entity, column],
});

/** A row that the caller may see holds the value in this column. */
export const existsIn = <E extends object>(
  entity: () => ClassOf<E>,
  column: keyof E & string,
): BuiltRule<'exists'> => ({
  name: 'exists',
  arguments: [entity, column],
});
