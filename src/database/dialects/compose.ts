/** A piece of a statement, with the values of its `?` in order. */
export interface SqlPart {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Joins SQL, as a template literal: strings are inserted as SQL, and the values of the parts follow
 * each other as their `?` do.
 */
export function compose(
  strings: TemplateStringsArray,
  ...pieces: readonly (string | SqlPart)[]
): SqlPart {
  let sql = strings[0]!;
  const values: unknown[] = [];
  pieces.forEach((piece, at) => {
    sql += (typeof piece === 'string' ? piece : piece.sql) + strings[at + 1]!;
    if (typeof piece !== 'string') values.push(...piece.values);
  });
  return { sql, values };
}

/** Joins parts with commas. */
export const commaSeparated = (parts: readonly SqlPart[]): SqlPart => ({
  sql: parts.map(({ sql }) => sql).join(', '),
  values: parts.flatMap(({ values }) => values),
});

/** Returns one bound value. */
export const bound = (value: unknown, sql = '?'): SqlPart => ({ sql, values: [value] });
