import type { Resource, Schema } from '../api/schema.js';

/** Returns the query of a record with its to-one relations: the titles of records, and data. */
export function recordQuery(schema: Schema, { relations }: Resource): object {
  const shown = relations.filter(({ many }) => !many);
  const include = Object.fromEntries(
    shown.map(({ key, target }) => {
      const related = schema.find(target);
      return [key, related ? { fields: [related.titleField] } : true];
    }),
  );
  return shown.length > 0 ? { include } : {};
}
