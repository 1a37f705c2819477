/*
 * JSON never contains unescaped control characters. Between the database and the service they can express what JSON cannot.
 */

/** Separates the rows and the JSON strings after them. */
export const BETWEEN = '\u0001';

/**
 * Replaces a value that does not fit its column, so that it is read, returned as null, and logged.
 */
export const UNWRITABLE = '\u0002';

/** Returns a mark as SQL of PostgreSQL. */
export const markSql = (mark: string): string => `chr(${mark.charCodeAt(0)})`;
