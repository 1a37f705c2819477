import type { SchemaQuery } from '../dialects/schema-queries.js';

/** The values of a row of a query about the schema, by their names. */
export type Values<Name extends string> = Readonly<Record<Name, unknown>>;
/** The values of a row of this query. */
export type ValuesOf<Query> = Query extends SchemaQuery<infer Name> ? Values<Name> : never;

/** Reads a condition, which is 1 or 0. */
export const isSet = (value: unknown): boolean => Number(value) === 1;
/** Reads a string. */
export const textOrNull = (value: unknown): string | null =>
  isGiven(value) ? String(value) : null;
/** Reads a number. */
export const numberOrNull = (value: unknown): number | null =>
  isGiven(value) ? Number(value) : null;

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
