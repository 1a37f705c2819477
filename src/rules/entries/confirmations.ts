import type { PlacedField } from '../compile/compile-fields.js';

/** Returns the member that repeats a field with the rule `confirmed`. It need not be declared. */
export const confirmationOf = (field: string): string => `${field}_confirmation`;

export const isConfirmed = ({ values }: PlacedField): boolean =>
  values.some(({ entry }) => entry.name === 'confirmed');

/** Top-level fields with the rule `confirmed`, and the members that repeat them. */
export const confirmationsOf = (fields: readonly PlacedField[]): ReadonlyMap<string, string> =>
  new Map(
    fields
      .filter((field) => field.segments.length === 1 && isConfirmed(field))
      .map(({ path }) => [path, confirmationOf(path)]),
  );
